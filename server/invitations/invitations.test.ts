import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { limits } from '#server/http/limits.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp({}, { limits })
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const nobody = kontor.client()
const own = 'mein-eigener-vorhang'

const create = async (username: string) =>
  Number((await clara.send('POST', '/users/', { username })).body['user_id'])
const linkFor = async (id: number) => {
  const { status, body } = await clara.send('POST', '/invitations/', { way: 'link', user_ids: [id] })
  assert.equal(status, 200, JSON.stringify(body))
  return String(body['path']).replace('/ui/invitation#', '')
}
const open = (token: string) => nobody.send('POST', '/invitations/open/', { token })
const accept = (token: string, password = own) =>
  nobody.send('POST', '/invitations/accept/', { token, password })
const logIn = (username: string, password: string) =>
  nobody.send('POST', '/auth/login/', { username, password })
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0]
const read = async (id: number) => (await clara.get(`/users/${id}/`)).body

test('a link says whom it is for, lets them choose their password, and signs them in', async () => {
  const id = await create('mira')
  const token = await linkFor(id)
  const { body } = await open(token)
  assert.deepEqual([body['username'], body['display_name'], body['is_reset']], ['mira', 'mira', false])
  const accepted = await accept(token)
  assert.equal(accepted.status, 200)
  const hers = kontor.client(cookieOf(accepted.headers))
  const { body: me } = await hers.get('/users/current/')
  assert.deepEqual([me['username'], me['must_change_password']], ['mira', false])
  assert.equal((await logIn('mira', own)).status, 200)
})

test('a link opens once, not beside itself, and not after a newer one', async () => {
  const id = await create('nils')
  const former = await linkFor(id)
  const token = await linkFor(id)
  assert.equal((await accept(former)).status, 404)
  const both = await Promise.all([accept(token, 'erster-vorhang'), accept(token, 'zweiter-vorhang')])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 404],
  )
  const late = await open(token)
  assert.equal(late.status, 404)
  assert.match(String(late.body['details']), /schon benutzt, durch einen neuen ersetzt oder ist abgelaufen/)
})

test('a link is of 128 random bits, stored hashed, and over after 72 hours', async () => {
  const id = await create('olga')
  const token = await linkFor(id)
  assert.match(token, /^[\w-]{22}$/)
  const { token_hash, made_at, expires_at } = await db
    .selectFrom('access_links')
    .where('user_id', '=', id)
    .select(['token_hash', 'made_at', 'expires_at'])
    .executeTakeFirstOrThrow()
  assert.equal(token_hash?.length, 32)
  assert.equal(Number(expires_at) - Number(made_at), 72 * 3_600_000)
  await db
    .updateTable('access_links')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', id)
    .execute()
  assert.equal((await accept(token)).status, 404)
})

test('a password that the rules refuse leaves the link as it is', async () => {
  const token = await linkFor(await create('paula'))
  const refused = await accept(token, 'kurz')
  assert.equal(refused.status, 422)
  assert.match(String(refused.body['details']), /mindestens 8 Zeichen/)
  assert.equal((await accept(token)).status, 200)
})

test('who is invited again chooses anew: their sessions end, and a link ends with a password that was set', async () => {
  const id = await kontor.userId(cast.anna)
  const before = await kontor.as(cast.anna)
  assert.equal((await accept(await linkFor(id))).status, 200)
  assert.equal((await before.get('/users/current/')).status, 401)
  const token = await linkFor(id)
  await clara.send('PATCH', `/users/${id}/password/`, { password: 'ein-neuer-vorhang' })
  assert.equal((await accept(token)).status, 404)
})

test('a link that an administrator has copied opens also after the e-mail address was changed', async () => {
  const id = await create('petra')
  const token = await linkFor(id)
  await clara.send('PATCH', `/users/${id}/email/`, { email: 'petra@neu.example' })
  assert.equal((await accept(token)).status, 200)
})

test('nobody comes in by a link who is deactivated, and nobody is invited who is', async () => {
  const id = await create('quirin')
  const token = await linkFor(id)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  assert.equal((await accept(token)).status, 404)
  const refused = await clara.send('POST', '/invitations/', { way: 'sheet', user_ids: [id] })
  assert.equal(refused.status, 409)
})

test('the sheet has a slip for each person without access, and each counts as invited', async () => {
  await db.updateTable('users').set({ password_hash: null }).where('username', '=', 'kai').execute()
  const overview = (await clara.get('/invitations/')).body
  const { status, body } = await clara.send('POST', '/invitations/', { way: 'sheet' })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body['invited'], overview['not_invited'])
  // People with a valid invitation are left out, so that no printed slip becomes invalid, unless `with_invited` is
  // set.
  const nobody = await clara.send('POST', '/invitations/', { way: 'sheet' })
  assert.equal(nobody.body['reason'] ?? nobody.status, 409)
  const all = await clara.send('POST', '/invitations/', { way: 'sheet', with_invited: true })
  assert.equal(all.body['invited'], overview['without_access'])
  assert.equal((await clara.get('/invitations/')).body['not_invited'], 0)
  const pdf = Buffer.from(String(body['sheet']), 'base64')
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  const listed = await clara.get('/users/', { query: { filter_status: 'Eingeladen', per_page: '50' } })
  const names = (listed.body['items'] as { username: string }[]).map(({ username }) => username)
  assert.ok(names.includes('kai'))
  const kai = await read(await kontor.userId(cast.kai))
  const { made_at, mail } = kai['invitation'] as Record<string, unknown>
  assert.deepEqual([typeof made_at, mail], ['string', null])
})

test('the list says when somebody was last seen, and finds who never was', async () => {
  const id = await create('sven')
  assert.equal((await read(id))['last_seen_at'], null)
  const never = async () => {
    const { body } = await clara.get('/users/', {
      query: { filter_status: 'Nie angemeldet', per_page: '50' },
    })
    return (body['items'] as { username: string }[]).some(({ username }) => username === 'sven')
  }
  assert.equal(await never(), true)
  await accept(await linkFor(id))
  const { last_seen_at, invitation } = await read(id)
  assert.ok(Date.parse(String(last_seen_at)) > Date.now() - 600_000)
  assert.equal(invitation, null)
  assert.equal(await never(), false)
})

test('a password that somebody else has set is to be changed, into another one, and the API works as ever', async () => {
  const id = await kontor.userId(cast.david)
  await clara.send('PATCH', `/users/${id}/password/`, { password: 'ein-neuer-vorhang' })
  const login = await logIn('david', 'ein-neuer-vorhang')
  assert.deepEqual([login.status, login.body], [200, { success: true, details: '' }])
  const his = kontor.client(cookieOf(login.headers))
  assert.equal((await his.get('/users/current/')).body['must_change_password'], true)
  assert.equal((await his.get('/docs/')).status, 200)
  const same = await his.send('PATCH', '/users/current/password/', { password: 'ein-neuer-vorhang' })
  assert.equal(same.status, 422)
  assert.match(String(same.body['details']), /ein anderes Passwort als das, das Sie bekommen haben/)
  assert.equal((await his.send('PATCH', '/users/current/password/', { password: own })).status, 200)
  assert.equal((await his.get('/users/current/')).body['must_change_password'], false)
})

test('whose password was there before, and who sets their own, is asked for no other one', async () => {
  const id = await kontor.userId(cast.clara)
  assert.equal((await clara.get('/users/current/')).body['must_change_password'], false)
  await clara.send('PATCH', `/users/${id}/password/`, { password: demoPassword })
  assert.equal((await clara.get('/users/current/')).body['must_change_password'], false)
})

test('an e-mail address of one’s own is kept beside the planner’s, found, and taken away again', async () => {
  const id = await create('tina')
  const set = (email: string | null) => clara.send('PATCH', `/users/${id}/email/`, { email })
  assert.equal((await set(' kasse@nordlicht.example ')).status, 200)
  assert.equal((await read(id))['email'], 'kasse@nordlicht.example')
  const found = await clara.get('/users/', { query: { filter: 'kasse@nord' } })
  assert.deepEqual(
    (found.body['items'] as { username: string }[]).map(({ username }) => username),
    ['tina'],
  )
  for (const wrong of [
    'kasse',
    'a@b',
    'a b@c.example',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
  ])
    assert.equal((await set(wrong)).status, 422, wrong)
  await set('')
  assert.equal((await read(id))['email'], null)
})

test('whoever tries links is refused after a while', async () => {
  const { budgets } = kontor.kontor
  const { most } = budgets.table.rates.wrong_links
  const from = { address: '203.0.113.9' }
  const guess = () => nobody.send('POST', '/invitations/open/', { token: 'A'.repeat(22) }, from)
  assert.equal((await guess()).status, 404)
  for (let spent = 1; spent < most; spent++) budgets.take('wrong_links', '203.0.113.9')
  assert.equal((await guess()).status, 429)
})
