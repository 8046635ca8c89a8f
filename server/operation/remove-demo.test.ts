import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, demoPassword, everybody } from '#demo/cast.ts'
import { setPassword } from '#server/auth/set-password.ts'
import { testApp } from '#server/testing/app.ts'
import { listOpenDemoAccounts, openAccountsSentence } from './demo-accounts.ts'
import { closeDemo } from './remove-demo.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const open = async () => (await listOpenDemoAccounts(db)).map(({ username }) => username)

test('an account of the demo is named as long as the password from the guide opens it', async () => {
  assert.deepEqual(await open(), everybody.map(({ username }) => username).toSorted())
  await setPassword(kontor.kontor, {
    userId: await kontor.userId(cast.elif),
    password: 'ein eigenes, langes',
    by: null,
  })
  assert.ok(!(await open()).includes('elif'))
  assert.match(String(openAccountsSentence([{ username: 'clara' }])), /^Das Konto „clara“ .*remove-demo/)
  const still = everybody.length - 1
  const said = String(openAccountsSentence(await listOpenDemoAccounts(db)))
  assert.ok(said.startsWith(`${still} Konten der Demo („anna“, „bruno“, „clara“ …)`), said)
  const { body } = await (await kontor.as(cast.clara)).get('/operation/')
  const findings = body['findings'] as { key: string; look: boolean }[]
  assert.equal(findings.find(({ key }) => key === 'demo')?.look, true)
})

test('closed, nobody comes in with it any more; who has an own password stays, and an administrator is made', async () => {
  await using world = await testApp()
  const { db } = world.kontor
  const logIn = ({ username, password }: { username: string; password: string }) =>
    world.client().send('POST', '/auth/login/', { username, password })
  const elif = await world.userId(cast.elif)
  await setPassword(world.kontor, { userId: elif, password: 'ein eigenes, langes', by: null })
  const [annaId, bruno] = [await world.userId(cast.anna), await world.userId(cast.bruno)]
  await db
    .insertInto('identities')
    .values({ issuer: 'https://firma.example/', subject: 'anna', user_id: annaId })
    .execute()
  const anna = await world.as(cast.anna)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', bruno).execute()
  assert.ok(
    (await listOpenDemoAccounts(db)).some(({ id }) => id === bruno),
    'a deactivated one counts, too',
  )
  const doc = await (await world.as(cast.clara)).send('POST', '/docs/', {
    name: 'Was wirklich eingegeben wurde',
  })
  const { closed, kept, admin } = await closeDemo(world.kontor)
  assert.equal(closed, everybody.length - 1)
  assert.deepEqual(kept, ['elif'])
  assert.deepEqual(await listOpenDemoAccounts(db), [])
  assert.deepEqual(await db.selectFrom('identities').select('subject').execute(), [])
  assert.equal((await anna.get('/users/current/')).status, 401)
  assert.equal((await logIn({ username: 'clara', password: demoPassword })).status, 401)
  assert.equal((await logIn({ username: 'elif', password: 'ein eigenes, langes' })).status, 200)

  assert.ok(admin)
  const login = await logIn(admin)
  assert.equal(login.status, 200)
  const [cookie = ''] = String(login.headers['set-cookie']).split(';')
  const client = world.client(cookie)
  assert.equal((await client.get('/users/')).status, 200)
  assert.equal((await client.get(`/docs/${doc.body['doc_id'] as number}/`)).status, 200)
})

test('where an administrator of one’s own is there none is made, and a second time there is nothing to do', async () => {
  await using world = await testApp()
  const { id } = await world.kontor.db
    .insertInto('users')
    .values({ username: 'chefin', is_admin: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setPassword(world.kontor, { userId: id, password: 'ein eigenes, langes', by: null })
  const { closed, admin } = await closeDemo(world.kontor)
  assert.deepEqual([closed, admin], [everybody.length, undefined])
  assert.deepEqual(await closeDemo(world.kontor), { closed: 0, kept: [], admin: undefined })
})
