import assert from 'node:assert/strict'
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const home = mkdtempSync(join(tmpdir(), 'kontor-releases-'))
after(() => rmSync(home, { recursive: true }))
cpSync(import.meta.dirname, join(home, 'bin'), { recursive: true })
writeFileSync(join(home, 'package.json'), '{"version":"1.1.0"}')

/** The output of a launcher's module that stands in that folder. */
function inHome(code: string): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(home, 'bin'),
    encoding: 'utf8',
    env: { ...process.env, KONTOR_HOME: undefined },
  })
}
const releases = (code: string) =>
  JSON.parse(
    inHome(`import * as releases from './releases.mjs'
      console.log(JSON.stringify(${code}) ?? null)`).stdout,
  ) as unknown
const chosen = (text: string) => writeFileSync(join(home, 'releases/current'), text)

test('the release that was chosen stands in for all but what concerns this folder; without it this folder does', () => {
  assert.equal(releases('releases.launcherElsewhere()'), null)
  const folder = join(home, 'releases/1.2.0')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(
    join(folder, 'bin/kontor.mjs'),
    'console.log(process.env.KONTOR_HOME, ...process.argv.slice(2))',
  )
  chosen('{"current":"1.2.0","previous":null,"trial":false}')
  // It is not whole yet.
  assert.equal(releases('releases.launcherElsewhere()'), null)
  writeFileSync(join(folder, '.ready'), '')
  assert.equal(releases('releases.launcherElsewhere()'), join(folder, 'bin/kontor.mjs'))
  const launch = (name: string) =>
    spawnSync(process.execPath, [join(home, 'bin/kontor.mjs'), name], {
      encoding: 'utf8',
      env: { ...process.env, KONTOR_HOME: undefined },
    }).stdout.trim()
  assert.equal(launch('doctor'), `${home} doctor`)
  assert.doesNotMatch(launch('schema'), /schema$/)
})

test('a choice that is damaged, or leads out of the folder, is none', () => {
  const none = { current: null, previous: null, trial: false }
  for (const text of [
    '',
    'hallo',
    'null',
    '{}',
    '{"current":"../../etc","previous":null}',
    '{"current":"1.2.0"}',
  ]) {
    chosen(text)
    assert.deepEqual(releases('releases.readChoice()'), none, text)
  }
  releases("releases.writeChoice({ current: '1.2.0', previous: null, trial: true })")
  assert.deepEqual(releases('releases.readChoice()'), { current: '1.2.0', previous: null, trial: true })
  assert.match(readFileSync(join(home, 'releases/current'), 'utf8'), /\n$/)
  assert.deepEqual(readdirSync(join(home, 'releases')).sort(), ['1.2.0', 'current'])
})

test('a place without room, and a mistyped update, are refused in a sentence', () => {
  const { stderr, status } = inHome(`import { requireRoom } from './fetch-release.mjs'
    requireRoom(2 ** 60)`)
  assert.match(
    stderr,
    /^Für ein Update braucht es 1073741824,0 GB freien Platz in „.*“; es sind .* GB\. Es bleibt alles/,
  )
  assert.equal(status, 1)
  for (const args of [['--from'], ['1.2'], ['--back', '1.2.0'], ['1.2.0', '1.3.0'], ['--patience', 'x']]) {
    const update = spawnSync(process.execPath, [join(import.meta.dirname, 'kontor.mjs'), 'update', ...args], {
      encoding: 'utf8',
      env: { ...process.env, KONTOR_HOME: home },
    })
    assert.match(update.stderr, /^Aufruf:\n {2}npm run kontor -- update/, args.join(' '))
  }
})

test('where neither release starts the last word is where to look, not to start what does not', () => {
  const folder = join(home, 'releases/1.3.0')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"version":"1.3.0"}')
  writeFileSync(join(home, 'bin/start.sh'), 'exit 1')
  const { stderr } = inHome(`import { switchTo } from './switch-release.mjs'
    process.env.PORT = '1'
    process.exit(await switchTo('1.3.0', null, 5_000))`)
  assert.match(
    stderr,
    /^Die Fassung 1\.3\.0 ist nicht gesund geworden; es bleibt bei 1\.1\.0\. Auch 1\.1\.0 antwortet nicht: npm run kontor -- doctor$/m,
  )
})

test('a server that goes on answering until balancers look away has so much longer to end', () => {
  const ends = (seconds: string) =>
    Number(
      inHome(`import { longestEnd } from './switch-release.mjs'
        process.env.DRAIN_SECONDS = '${seconds}'
        console.log(longestEnd())`).stdout,
    )
  assert.equal(ends('300') - ends(''), 300_000)
})
