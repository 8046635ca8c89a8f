// Releases: the one before this, checked out, and a git remote with ones to come, sound or wrong in each way that an
// update has to bear.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type PackageFile = { version: string; packages?: Record<string, unknown> }
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as PackageFile
export const versionIn = (folder: string) => read(join(folder, 'package.json')).version
export const own = versionIn(root)

/** `good` and `later` are sound; each of the others is good but for one thing. */
export const kinds = {
  good: '90.2.0',
  broken: '90.3.0',
  sick: '90.4.0',
  misfit: '90.5.0',
  oneWay: '90.6.0',
  later: '90.7.0',
} as const

export function makeRemote(folder: string) {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Kontor', '-c', 'user.email=kontor@example.org', ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  mkdirSync(folder)
  git('init', '--quiet')
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter((name) => name !== '' && name !== 'node_modules')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  // Linked, since an installation would take minutes each time; that has a proof of its own.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })

  const write = (file: string, change: (text: string) => string) => {
    const before = readFileSync(join(folder, file), 'utf8')
    const after = change(before)
    if (after === before) throw new Error(`${file} is not what it was`)
    writeFileSync(join(folder, file), after)
  }
  const release = (version: string, change: () => void) => {
    git('checkout', '--quiet', '-B', 'work', ...(version === own ? [] : [`v${own}`]))
    if (version !== own) write('package.json', (text) => text.replace(`"${own}"`, `"${version}"`))
    change()
    git('add', '--force', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', version)
    git('tag', `v${version}`)
  }
  const step = (name: string, sql: string) =>
    appendFileSync(join(folder, `server/db/migrations/${name}.sql`), `${sql};\n`)
  const next = () => step('9000_next', 'create table next_release (id integer primary key)')
  release(own, () => {})
  release(kinds.good, next)
  release(kinds.broken, () => {
    next()
    write('server/main.ts', (text) => `${text}\nprocess.exit(3)\n`)
  })
  release(kinds.sick, () => {
    next()
    write('server/status/routes.ts', (text) =>
      text.replace(/ready: async \(\) => \{/, `$&\n      if (db) throw new Error('sick')`),
    )
  })
  release(kinds.misfit, () => {
    next()
    step('9001_misfit', "insert into users (username) values ('')")
  })
  release(kinds.oneWay, () => {
    next()
    step('9001_one_way', `-- contract: ${kinds.oneWay}\ndrop table push_subscriptions`)
  })
  release(kinds.later, () => {
    next()
    step('9002_later', 'alter table next_release add column name text')
  })
  git('checkout', '--quiet', `v${own}`)
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1024 ** 3 }).trim()

/**
 * The newest tag of a release that lies behind us, or, where none has come along, what was there before our version.
 */
export function previousRelease(): string {
  const tag = git('tag', '--merged', 'HEAD', '--sort=-v:refname', '--list', 'v*')
    .split('\n')
    .find((name) => name !== '' && name !== `v${own}`)
  if (tag) return tag
  const change = git('log', '-1', '--format=%H', '-G"version":', '--', 'package.json')
  if (change === '') throw new Error('there is no release before this one; name one with --from')
  return git('rev-parse', `${change}^`)
}

/** In a folder of its own, with the packages that it needs to run. */
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
