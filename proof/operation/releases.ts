// Checks out the previous release.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type PackageFile = { version: string; packages?: Record<string, unknown> }
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as PackageFile
export const versionIn = (folder: string) => read(join(folder, 'package.json')).version
const own = versionIn(root)

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1024 ** 3 }).trim()

/** The newest tag of an earlier release. Without tags, the commit before the last change of the version. */
export function previousRelease(): string {
  const tag = git('tag', '--merged', 'HEAD', '--sort=-v:refname', '--list', 'v*')
    .split('\n')
    .find((name) => name !== '' && name !== `v${own}`)
  if (tag) return tag
  const change = git('log', '-1', '--format=%H', '-G"version":', '--', 'package.json')
  if (change === '') throw new Error('there is no release before this one; name one with --from')
  return git('rev-parse', `${change}^`)
}

/** Unpacks a release into a temporary folder, with the packages it needs to run. */
export function checkOut(ref: string): { folder: string; version: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-release-'))
  const archive = execFileSync('git', ['archive', '--format=tar', ref], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (packagesIn(folder) === packagesIn(root))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return { folder, version: versionIn(folder) }
}

function packagesIn(folder: string): string {
  const { '': _, ...packages } = read(join(folder, 'package-lock.json')).packages ?? {}
  return JSON.stringify(packages)
}
