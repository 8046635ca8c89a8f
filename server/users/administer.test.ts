import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const nobody = kontor.client()

const create = async (username: string) => {
  const { status, body } = await clara.send('POST', '/users/', { username })
  assert.equal(status, 200, JSON.stringify(body))
  return Number(body.user_id)
}
const logIn = (username: string, password: string) =>
  nobody.send('POST', '/auth/login/', { username, password })
const read = async (id: number) => (await clara.get(`/users/${id}/`)).body

test('a new user has only a name, trimmed, and cannot sign in until a password is set', async () => {
  const id = await create('  neu hier ')
  const user = await read(id)
  assert.deepEqual(
    [user['username'], user['is_admin'], user['has_password'], user['persplan_id']],
    ['neu hier', false, false, null],
  )
  const planned = await read(await kontor.userId(cast.anna))
  assert.deepEqual([planned['persplan_username'], typeof planned['persplan_barcode']], ['anna', 'string'])
  for (const password of ['', 'null', 'neu hier'])
    assert.equal((await logIn('neu hier', password)).status, 401)
  const set = await clara.send('PATCH', `/users/${id}/password/`, { password: 'ein-neuer-vorhang' })
  assert.equal(set.status, 200)
  assert.equal((await logIn('neu hier', 'ein-neuer-vorhang')).status, 200)
})

test('a name that somebody has in another case or spelling is refused', async () => {
  await create('Jürgen')
  for (const username of ['jürgen', 'JÜRGEN', 'Jürgen'.normalize('NFD'), 'anna', ' Anna ']) {
    const { status, body } = await clara.send('POST', '/users/', { username })
    assert.equal(status, 409, username)
    assert.match(String(body.details), /gibt es schon/)
  }
  const { body } = await clara.send('POST', '/users/', { username: 'JÜRGEN' })
  assert.equal(body.details, 'Den Benutzer „JÜRGEN“ gibt es schon, geschrieben „Jürgen“.')
})

test('a name is not empty, not longer than 100 characters, and nothing else may be sent along', async () => {
  for (const username of ['', '   ', 'x'.repeat(101)]) {
    assert.equal((await clara.send('POST', '/users/', { username })).status, 422)
  }
  assert.equal((await clara.send('POST', '/users/', { username: 'boss', is_admin: true })).status, 422)
})

test('a renamed user signs in with the new name, and stays signed in meanwhile', async () => {
  const id = await kontor.userId(cast.ibrahim)
  const his = await kontor.as(cast.ibrahim)
  await his.get('/users/current/')
  assert.equal((await clara.send('PATCH', `/users/${id}/username/`, { username: 'ibo' })).status, 200)
  assert.equal((await his.get('/users/current/')).body.username, 'ibo')
  assert.equal((await logIn('ibo', demoPassword)).status, 200)
  assert.equal((await logIn('ibrahim', demoPassword)).status, 401)
  assert.equal((await clara.send('PATCH', `/users/${id}/username/`, { username: 'IBO' })).status, 200)
  assert.equal((await clara.send('PATCH', `/users/${id}/username/`, { username: 'anna' })).status, 409)
})

test('the last active administrator can neither be demoted nor delete themselves', async () => {
  const id = await kontor.userId(cast.clara)
  const demoted = await clara.send('PATCH', `/users/${id}/privileges/`, { is_admin: false })
  assert.equal(demoted.status, 409)
  assert.match(String(demoted.body.details), /letzte aktive Admin/)
  assert.equal((await clara.send('DELETE', `/users/${id}/`)).status, 409)
  assert.deepEqual((await read(id))['can'], { delete: false, demote: false, block: false })
})

test('two administrators who demote each other at the same time: one stays', async () => {
  const ids = [await kontor.userId(cast.clara), await kontor.userId(cast.bruno)]
  for (let round = 0; round < 20; round++) {
    await db.updateTable('users').set({ is_admin: true }).where('id', 'in', ids).execute()
    const [one, other] = [await kontor.as(cast.clara), await kontor.as(cast.bruno)]
    await Promise.all([
      one.send('PATCH', `/users/${ids[1]}/privileges/`, { is_admin: false }),
      other.send('PATCH', `/users/${ids[0]}/privileges/`, { is_admin: false }),
    ])
    const left = await db.selectFrom('users').where('is_admin', '=', true).select('id').execute()
    assert.equal(left.length, 1)
  }
  await db.updateTable('users').set({ is_admin: false }).where('username', '=', 'bruno').execute()
  await db.updateTable('users').set({ is_admin: true }).where('username', '=', 'clara').execute()
})

test('a local user is deleted with their session; one of the planner is not', async () => {
  const admin = await kontor.as(cast.clara)
  const id = await create('kurz da')
  await clara.send('PATCH', `/users/${id}/password/`, { password: 'ein-neuer-vorhang' })
  const login = await logIn('kurz da', 'ein-neuer-vorhang')
  const theirs = kontor.client(String(login.headers['set-cookie']).split(';')[0])
  assert.equal((await theirs.get('/users/current/')).status, 200)
  const [user] = (await admin.get('/users/', { query: { filter: 'kurz da' } })).body.items as {
    can: unknown
  }[]
  assert.deepEqual(user?.can, { delete: true, demote: false, block: false })
  assert.equal((await admin.send('DELETE', `/users/${id}/`)).status, 200)
  assert.equal((await theirs.get('/users/current/')).status, 401)
  assert.equal((await admin.get(`/users/${id}/`)).status, 404)
  const anna = await admin.send('DELETE', `/users/${await kontor.userId(cast.anna)}/`)
  assert.equal(anna.status, 409)
  assert.match(String(anna.body.details), /Personalplanung/)
})

test('an administrator’s new password for somebody ends their sessions; for oneself the others', async () => {
  const id = await kontor.userId(cast.elif)
  const hers = await kontor.as(cast.elif)
  await hers.get('/users/current/')
  const weak = await clara.send('PATCH', `/users/${id}/password/`, { password: '12345678' })
  assert.equal(weak.status, 422)
  await clara.send('PATCH', `/users/${id}/password/`, { password: 'ein-neuer-vorhang' })
  assert.equal((await hers.get('/users/current/')).status, 401)
  const own = await kontor.userId(cast.clara)
  const elsewhere = await kontor.as(cast.clara)
  assert.equal(
    (await clara.send('PATCH', `/users/${own}/password/`, { password: 'ein-neuer-vorhang' })).status,
    200,
  )
  assert.equal((await clara.get('/users/current/')).status, 200)
  assert.equal((await elsewhere.get('/users/current/')).status, 401)
})
