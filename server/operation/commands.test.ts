// Commands as an operator calls them, beside a database that a server may be using.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testApp } from '#server/testing/app.ts'
import { requireSameSchema } from './reset-password.ts'

const kontor = await testApp()
const folder = mkdtempSync(join(tmpdir(), 'kontor-commands-'))
after(async () => {
  await kontor[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})
const { db } = kontor.kontor

function command(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../command.ts'), ...args],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } },
  )
  return { status, stdout, stderr }
}
const here = { DATABASE_URL: kontor.database.url }

test('doctor names a schema that is newer, unknown settings and what it looked at, and ends with 1', async () => {
  await sql`insert into migrations (name, checksum) values ('9999_later.sql', '')`.execute(db)
  const { status, stdout, stderr } = command({ ...here, PUBLIC_ULR: 'x' }, 'doctor')
  assert.equal(stderr, '')
  assert.equal(status, 1)
  assert.match(stdout, /^ FEHLT {3}Unbekannte Einstellung PUBLIC_ULR; meinten Sie PUBLIC_URL\?$/m)
  assert.match(stdout, /^ FEHLT {3}Die Datenbank ist weiter als diese Fassung \(9999_later\.sql\)/m)
  assert.match(stdout, /^ {2}gut {4}PostgreSQL 18\.\d+ \(aus DATABASE_URL\)$/m)
  assert.match(stdout, /^ {2}gut {4}Gerade läuft kein Server auf dieser Datenbank\.$/m)
  assert.match(stdout, /^ {2}gut {4}Zeitzone Europe\/Berlin: /m)
})

test('password changes no schema: of one that is newer or older it says so', async () => {
  const opened = { config: kontor.kontor.config, connection: kontor.database.connection }
  await sql`insert into migrations (name, checksum) values ('9999_later.sql', '') on conflict do nothing`.execute(
    db,
  )
  await assert.rejects(requireSameSchema(opened), /Die Datenbank ist weiter als diese Fassung/)
  await sql`delete from migrations where name = '9999_later.sql'`.execute(db)
  await requireSameSchema(opened)
  await sql`delete from migrations where name = (select max(name) from migrations)`.execute(db)
  await assert.rejects(requireSameSchema(opened), /Die Datenbank ist noch nicht so weit/)
})

test('a backup that is not there makes no database', () => {
  const place = join(folder, 'data')
  const { status, stderr } = command({ DATA_DIR: place }, 'restore', join(folder, 'missing.kontor'))
  assert.deepEqual([status, stderr.trim()], [1, `„${join(folder, 'missing.kontor')}“ gibt es nicht.`])
  assert.equal(existsSync(place), false)
})

test('a file in the place of the data folder is told by every command', () => {
  const place = join(folder, 'file')
  writeFileSync(place, 'kein Ordner')
  for (const args of [['backup', join(folder, 'x.kontor')], ['password', 'anna'], ['base'], ['doctor']]) {
    const { stdout, stderr } = command({ DATA_DIR: place }, ...args)
    assert.match(
      stdout + stderr,
      /Im Datenordner „.*file“ liegt keine Datenbank\. Bitte prüfen Sie DATA_DIR\./,
    )
  }
})
