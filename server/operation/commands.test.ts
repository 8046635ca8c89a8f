// Commands as an operator calls them, beside a database that a server may be using.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { testApp } from '#server/testing/app.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { usageOf } from '#server/usage.mjs'
import { backup } from './backup.ts'
import { doctor } from './doctor.ts'
import { resetPassword } from './reset-password.ts'
import { restore } from './restore.ts'

const kontor = await testApp()
const folder = mkdtempSync(join(tmpdir(), 'kontor-commands-'))
after(async () => {
  await kontor[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})
const { db } = kontor.kontor

/** No settings of our own environment except the compile cache, which saves time. */
const { PATH, NODE_COMPILE_CACHE } = process.env
const own = { PATH, NODE_COMPILE_CACHE }

const program = join(import.meta.dirname, '../command.ts')
const commands = { backup, doctor, password: resetPassword, restore }

/** A command as `command.ts` calls it, in this process and with these settings alone. */
async function command(env: Record<string, string>, name: keyof typeof commands, ...args: string[]) {
  const usual = process.env
  process.env = { ...own, ...env }
  const print = mock.method(console, 'log', () => {})
  let stderr = ''
  try {
    await commands[name](args)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    stderr = error.message
  }
  const stdout = print.mock.calls.map(({ arguments: [line] }) => `${line}\n`).join('')
  const status = stderr === '' ? (process.exitCode ?? 0) : 1
  print.mock.restore()
  process.env = usual
  process.exitCode = undefined
  return { status, stdout, stderr }
}
const here = { DATABASE_URL: kontor.database.url }

test('doctor names a schema that is newer, unknown settings and what it looked at, and ends with 1', async () => {
  await sql`insert into migrations (name, checksum) values ('9999_later.sql', '')`.execute(db)
  const { status, stdout, stderr } = await command({ ...here, PUBLIC_ULR: 'x' }, 'doctor')
  assert.equal(stderr, '')
  assert.equal(status, 1)
  assert.match(stdout, /^ FEHLT {3}Unbekannte Einstellung PUBLIC_ULR; meinten Sie PUBLIC_URL\?$/m)
  assert.match(stdout, /^ FEHLT {3}Die Datenbank ist weiter als diese Fassung \(9999_later\.sql\)/m)
  assert.match(stdout, /^ {2}gut {4}PostgreSQL 18\.\d+ \(aus DATABASE_URL\)$/m)
  assert.match(stdout, /^ {2}gut {4}Gerade läuft kein Server auf dieser Datenbank\.$/m)
  assert.match(stdout, /^ {2}gut {4}Zeitzone Europe\/Berlin: /m)
})

test('a backup that is not there makes no database', async () => {
  const place = join(folder, 'data')
  const { status, stderr } = await command({ DATA_DIR: place }, 'restore', join(folder, 'missing.kontor'))
  assert.deepEqual([status, stderr], [1, `„${join(folder, 'missing.kontor')}“ gibt es nicht.`])
  assert.equal(existsSync(place), false)
})

test('doctor makes no data folder where there is none', async () => {
  const none = join(folder, 'noch/keiner')
  const { stdout } = await command({ DATA_DIR: none }, 'doctor')
  assert.match(stdout, /Im Datenordner „.*“ liegt keine Datenbank\./)
  assert.equal(existsSync(join(folder, 'noch')), false)
})

test('a file in the place of the data folder is told by every command', async () => {
  const place = join(folder, 'file')
  writeFileSync(place, 'kein Ordner')
  for (const [name, ...args] of [
    ['backup', join(folder, 'x.kontor')],
    ['password', 'anna'],
    ['doctor'],
  ] as const) {
    const { stdout, stderr } = await command({ DATA_DIR: place }, name, ...args)
    assert.match(
      stdout + stderr,
      /Im Datenordner „.*file“ liegt keine Datenbank\. Bitte prüfen Sie DATA_DIR\./,
    )
  }
})

async function refused(name: keyof typeof commands, ...args: string[]) {
  const { stdout, stderr } = await command(here, name, ...args)
  assert.equal(stdout, '', args.join(' '))
  return stderr
}

test('backup by hand says what is wrong with the place before it begins', async () => {
  const [text, taken] = [join(folder, 'brief.txt'), join(folder, 'nope/dir')]
  writeFileSync(text, 'Sehr geehrte Damen und Herren')
  assert.equal(
    await refused('backup', join(taken, 'x.kontor')),
    `Den Ordner „${taken}“ gibt es nicht. Bitte legen Sie ihn an, oder nennen Sie einen anderen.`,
  )
  assert.equal(await refused('backup', join(text, 'x.kontor')), `„${text}“ ist kein Ordner.`)
  assert.equal(
    await refused('backup', folder),
    `„${folder}“ ist ein Ordner. Bitte nennen Sie auch den Namen der Datei.`,
  )
  for (const file of [text, '/dev/null'])
    assert.equal(
      await refused('backup', file),
      `„${file}“ gibt es schon und ist keine Sicherung von Kontor. Bitte nennen Sie eine andere Datei.`,
    )
  assert.equal(readFileSync(text, 'utf8'), 'Sehr geehrte Damen und Herren')
})

test('a backup takes one file and nothing else', async () => {
  for (const args of [[], ['eins', 'zwei'], ['--hilfe'], ['-x']])
    assert.equal(
      await refused('backup', ...args),
      'Bitte nennen Sie die Datei: npm run kontor -- backup <Datei>',
    )
})

test('an empty file of a secret is told by start, commands and doctor, and switches nothing off', async () => {
  const [empty, none] = [join(folder, 'leer'), join(folder, 'platzhalter')]
  writeFileSync(empty, '')
  writeFileSync(none, '\n')
  const sentence = `BACKUP_PASSPHRASE_FILE: Die Datei „${empty}“ ist leer.`
  const env = { ...here, BACKUP_PASSPHRASE_FILE: empty, METRICS_TOKEN_FILE: none, TIME_ZONE: '' }
  const written = await command(env, 'backup', join(folder, 'offen.kontor'))
  assert.deepEqual([written.status, written.stderr.startsWith(sentence)], [1, true], written.stderr)
  assert.equal(existsSync(join(folder, 'offen.kontor')), false)
  const { status, stdout } = await command(env, 'doctor')
  assert.equal(status, 1)
  assert.ok(stdout.includes(` FEHLT   ${sentence}`), stdout)
  assert.match(stdout, /^ {2}BACKUP_PASSPHRASE +– \(gilt nicht, siehe oben\)$/m)
  assert.match(stdout, /^ {2}METRICS_TOKEN +– \(Vorgabe; in .*platzhalter steht nichts\)$/m)
  assert.match(stdout, /^ {2}TIME_ZONE +Europe\/Berlin \(Vorgabe\)$/m)
  assert.match(stdout, /^ {2}DATABASE_URL +\(gesetzt\)$/m)
})

test('a backup that takes the place of an older one says so, and one that fails leaves the older one alone', async () => {
  const database = await createMigratedDatabase()
  const file = join(folder, 'ersetzt.kontor')
  const saved = (env = {}) => command({ DATABASE_URL: database.url, ...env }, 'backup', file)
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`insert into users (username) values ('anna')`)
  assert.match((await saved()).stdout, /“, unverschlüsselt\.\n$/)
  assert.match(
    (await saved()).stdout,
    /\nSie ersetzt die Sicherung, die dort lag \(geschrieben \d\d\.\d\d\.\d{4}, \d\d:\d\d\)\.\n$/,
  )
  const secret = join(folder, 'passphrase')
  writeFileSync(secret, 'zwölf Zeichen und mehr\n')
  assert.match((await saved({ BACKUP_PASSPHRASE_FILE: secret })).stdout, /“, verschlüsselt\.\n/)
  const older = readFileSync(file)
  await client.query('delete from users')
  assert.equal((await saved()).status, 1)
  assert.deepEqual(readFileSync(file), older)
  await client.end()
  await database.drop()
})

test('a backup that is ended half way says so, and leaves the older one and nothing else', async () => {
  const database = await createMigratedDatabase()
  const file = join(folder, 'abgebrochen.kontor')
  writeFileSync(file, '')
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query('begin')
  await client.query('lock table users in access exclusive mode')
  const child = spawn(process.execPath, [program, 'backup', file], {
    env: { ...own, DATABASE_URL: database.url },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const names = () => readdirSync(folder).filter((name) => name.startsWith('abgebrochen'))
  while (names().length < 2) await sleep(20)
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  assert.deepEqual(
    [code, said],
    [143, 'Der Befehl „backup“ wurde abgebrochen; Halbfertiges ist verworfen.\n'],
  )
  assert.deepEqual([names(), readFileSync(file, 'utf8')], [['abgebrochen.kontor'], ''])
  await client.end()
  await database.drop()
})

test('password takes one name and its own option alone', async () => {
  for (const args of [[], ['--ohne'], ['anna', '--without-factor'], ['anna', 'ben']])
    assert.match(
      await refused('password', ...args),
      /^Bitte nennen Sie den Benutzer: npm run kontor -- password </,
    )
})

const started = (...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: own })

test('in the container, where no launcher stands before it, a command has its help as well', () => {
  const { status, stdout } = started('doctor', '--help')
  assert.deepEqual([status, stdout], [0, `${usageOf('doctor')}\n`])
})

test('a command that is misspelt is named together with the one that was meant', () => {
  const { status, stderr } = started('bakcup')
  assert.deepEqual([status, stderr], [1, 'Den Befehl „bakcup“ gibt es nicht. Meinten Sie „backup“?\n'])
  assert.match(
    started('unsinn').stderr,
    /^Den Befehl „unsinn“ gibt es nicht\. Möglich sind: backup, restore, /,
  )
})
