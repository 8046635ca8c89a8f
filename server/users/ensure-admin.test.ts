import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { startNode } from '#server/testing/app.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { ensureAdmin, forgetFirstLogin } from './ensure-admin.ts'

const database = await createMigratedDatabase()
const node = await startNode(database.connection)
after(async () => {
  await node.stop()
  await database.drop()
})
const { db } = node.kontor

/** Server with these settings and no users in its database. */
async function empty(settings: Record<string, string>) {
  await db.deleteFrom('users').execute()
  return { ...node.kontor, config: readConfig(settings) }
}
async function logIn(username: string, password: string) {
  const payload = { username, password }
  return (await node.app.inject({ method: 'POST', url: '/auth/login/', payload })).statusCode
}

test('without a given password the first administrator gets one that is told once', async () => {
  const kontor = await empty({})
  const first = await ensureAdmin(kontor)
  assert.equal(first?.username, 'admin')
  assert.equal(await logIn('admin', first?.madeUp ?? ''), 200)
  assert.equal(await ensureAdmin(kontor), undefined)
})

test('a start that told nobody the first password leaves the next one to make another', async () => {
  const kontor = await empty({})
  const first = await ensureAdmin(kontor)
  assert.ok(first)
  await forgetFirstLogin(kontor, first)
  const second = await ensureAdmin(kontor)
  assert.equal(await logIn('admin', first.madeUp ?? ''), 401)
  assert.equal(await logIn('admin', second?.madeUp ?? ''), 200)
})

test('a given password opens the account and is repeated nowhere', async () => {
  const kontor = await empty({ ADMIN_USERNAME: 'leitung', ADMIN_PASSWORD: 'ein-neuer-vorhang' })
  assert.deepEqual(await ensureAdmin(kontor), { username: 'leitung', madeUp: undefined })
  assert.equal(await logIn('leitung', 'ein-neuer-vorhang'), 200)
})

test('the first administrator signs in under the name of the setting, with or without the white space around it', async () => {
  const kontor = await empty({
    ADMIN_USERNAME: ' Lea\u0300 ',
    ADMIN_PASSWORD: 'ein-neuer-vorhang',
  })
  assert.equal((await ensureAdmin(kontor))?.username, 'Leà')
  for (const username of ['Leà', ' Lea\u0300 ']) assert.equal(await logIn(username, 'ein-neuer-vorhang'), 200)
})

const refused: [settings: Parameters<typeof empty>[0], why: RegExp][] = [
  [{ ADMIN_USERNAME: '   ' }, /^ADMIN_USERNAME: Der Benutzername darf nicht leer sein\.$/],
  [{ ADMIN_USERNAME: 'ro\u200bot' }, /^ADMIN_USERNAME: Der Benutzername enthält Zeichen/],
  [{ ADMIN_USERNAME: 'n'.repeat(101) }, /^ADMIN_USERNAME: Der Benutzername darf höchstens 100 Zeichen/],
  [{ ADMIN_PASSWORD: 'a' }, /^ADMIN_PASSWORD: .*mindestens 8 Zeichen/],
  [{ ADMIN_USERNAME: 'saalleitung', ADMIN_PASSWORD: 'Saalleitung' }, /^ADMIN_PASSWORD: .*Benutzername/],
  [{ ADMIN_PASSWORD: 'passwort' }, /^ADMIN_PASSWORD: .*zu bekannt/],
]
test('a server does not start with a name or a password that nobody could be given on the screen', async () => {
  for (const [settings, message] of refused) {
    const kontor = await empty(settings)
    await assert.rejects(ensureAdmin(kontor), { name: 'StartError', message })
    assert.deepEqual(await db.selectFrom('users').select('id').execute(), [])
  }
})

test('on a database with people in it a weak one keeps no server from starting', async () => {
  const kontor = await empty({})
  await ensureAdmin(kontor)
  const again = { ...kontor, config: { ...kontor.config, adminPassword: 'a' } }
  assert.equal(await ensureAdmin(again), undefined)
})
