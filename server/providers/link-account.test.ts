import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast, emailOf, type Person } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { newDevice } from '#server/testing/devices.ts'
import { clientId, type ProviderFaults, startFakeProvider } from '#server/testing/fake-provider.ts'
import { beginSignIn, finishSignIn, sessionCookieOf } from '#server/testing/sign-in.ts'

const [names, mails] = await Promise.all([startFakeProvider(), startFakeProvider()])
const world = await testApp({
  PUBLIC_URL: 'http://kontor.example',
  OIDC_PROVIDERS: 'firma,post',
  OIDC_FIRMA_ISSUER: names.issuer,
  OIDC_FIRMA_CLIENT_ID: clientId,
  OIDC_FIRMA_NAME: 'Firma',
  OIDC_FIRMA_MATCH: 'username',
  OIDC_FIRMA_CREATE: 'yes',
  OIDC_POST_ISSUER: mails.issuer,
  OIDC_POST_CLIENT_ID: clientId,
  OIDC_POST_MATCH: 'email',
  OIDC_POST_CLAIM: 'upn',
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await Promise.all([names.stop(), mails.stop()])
})
const { db } = world.kontor

const providers = { firma: names, post: mails }
type Key = keyof typeof providers
const linkYourself = /Bitte melden Sie sich mit Ihrem Passwort oder Passkey an, und verbinden Sie es/

const device = newDevice()

let addresses = 0
async function signIn(key: Key, as: Record<string, unknown>, lies: ProviderFaults = {}) {
  const address = `198.51.100.${++addresses}`
  const { url, cookie } = await beginSignIn(world, key, {}, address)
  return finishSignIn(world, key, { cookie, returned: providers[key].signIn(url, as, lies), address })
}

/** Links an account as in a browser: button, provider, callback. */
async function link(by: Client, key: Key, as: Record<string, unknown>, back: Client = by) {
  const begun = await by.send('POST', `/auth/providers/${key}/link/`)
  assert.equal(begun.status, 200, begun.text)
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const returned = providers[key].signIn(String(begun.body['url']), as)
  const headers = { cookie: back.cookie ? `${back.cookie}; ${cookie}` : cookie }
  return world.client().send('POST', `/auth/providers/${key}/finish/`, { returned }, { headers })
}
const linkedTo = async (person: Person) =>
  (
    await db
      .selectFrom('identities')
      .where('user_id', '=', await world.userId(person))
      .select('subject')
      .orderBy('subject')
      .execute()
  ).map(({ subject }) => subject)
const linksOf = async (one: Client) => (await one.get('/users/current/identities/')).body['items']

test('a name that only looks like one here is nobody’s, and makes no account beside it', async () => {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  for (const name of [
    'ＢＲＵＮＯ',
    'bruno'.replace('b', 'ｂ'),
    'ⓑruno',
    '\u{1D41B}runo',
    'bruno\u200B',
    'br\u00ADuno',
    '\u2060bruno',
    ' bruno',
    'bru\0no',
    'bruno\u{E0001}',
  ]) {
    const answer = await signIn('firma', { sub: crypto.randomUUID(), preferred_username: name })
    assert.equal(answer.status, 403, JSON.stringify(name))
    assert.match(String(answer.body['details']), /Zeichen, die wie andere aussehen/)
    assert.equal(sessionCookieOf(answer), undefined)
  }
  const after = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(after.count, count)
})

test('letters that only the login takes for the same are those of two people at a provider', async () => {
  await db.updateTable('users').set({ username: 'strauß' }).where('username', '=', 'kai').execute()
  const answer = await signIn('firma', { sub: 'ein-anderer', preferred_username: 'STRAUSS' })
  assert.equal(answer.status, 200, answer.text)
  const { body } = await world.client(sessionCookieOf(answer)).get('/users/current/')
  assert.notEqual(body['username'], 'strauß')
  const same = await signIn('firma', { sub: 'kai', preferred_username: 'STRAUß' })
  assert.equal((await world.client(sessionCookieOf(same)).get('/users/current/')).body['username'], 'strauß')
})

test('no first sign-in becomes an administrator, whose name it may be; they link while signed in', async () => {
  const there = { sub: 'p-clara', preferred_username: 'clara' }
  const refused = await signIn('firma', there)
  assert.equal(refused.status, 403)
  assert.match(String(refused.body['details']), linkYourself)
  assert.equal(sessionCookieOf(refused), undefined)
  const clara = await world.as(cast.clara)
  assert.deepEqual(await linksOf(clara), [
    { key: 'firma', name: 'Firma', made_at: null },
    { key: 'post', name: 'post', made_at: null },
  ])
  const linked = await link(clara, 'firma', there)
  assert.equal(linked.status, 200, linked.text)
  assert.equal(linked.body['return_to'], '/ui/profile#anbieter')
  assert.equal(sessionCookieOf(linked), undefined)
  const [firma] = (await linksOf(clara)) as { made_at: string | null }[]
  assert.ok(firma?.made_at)
  const answer = await signIn('firma', there)
  assert.equal((await world.client(sessionCookieOf(answer)).get('/users/current/')).body['username'], 'clara')
})

test('no first sign-in goes around somebody’s second factor', async () => {
  const id = await world.userId(cast.david)
  await db
    .insertInto('one_time_codes')
    .values({ user_id: id, secret: Buffer.alloc(20), on_since: new Date() })
    .execute()
  const there = { sub: 'p-david', preferred_username: 'david' }
  const refused = await signIn('firma', there)
  assert.match(String(refused.body['details']), linkYourself)
  assert.deepEqual(await linkedTo(cast.david), [])
  assert.equal((await link(await world.as(cast.david), 'firma', there)).status, 200)
  assert.equal((await signIn('firma', there)).status, 200)
})

test('what one person has begun to link nobody else finishes, and it signs nobody in', async () => {
  const elif = await world.as(cast.elif)
  const there = { sub: 'p-elif', preferred_username: 'frieda' }
  for (const back of [await world.as(cast.anna), world.client()])
    assert.equal((await link(elif, 'firma', there, back)).status, 403)
  assert.deepEqual([await linkedTo(cast.elif), await linkedTo(cast.frieda)], [[], []])
  assert.equal((await link(elif, 'firma', there)).status, 200)
  assert.deepEqual([await linkedTo(cast.elif), await linkedTo(cast.frieda)], [['p-elif'], []])
})

test('a sign-in there is linked with one account here, and an account with one sign-in there', async () => {
  const jana = await world.as(cast.jana)
  const lena = await world.as(cast.lena)
  assert.equal((await link(jana, 'firma', { sub: 'p-jana' })).status, 200)
  assert.equal((await link(jana, 'firma', { sub: 'p-jana' })).status, 200)
  assert.match(
    String((await link(lena, 'firma', { sub: 'p-jana' })).body['details']),
    /gehört hier schon zu einem anderen Konto/,
  )
  assert.match(
    String((await link(jana, 'firma', { sub: 'p-neu' })).body['details']),
    /schon mit einer anderen Anmeldung/,
  )
  assert.deepEqual([await linkedTo(cast.jana), await linkedTo(cast.lena)], [['p-jana'], []])
})

test('only who is signed in and has just confirmed it begins to link', async () => {
  assert.equal((await world.client().send('POST', '/auth/providers/firma/link/')).status, 401)
  const frieda = await world.as(cast.frieda)
  await db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - 86_400_000) })
    .where('user_id', '=', await world.userId(cast.frieda))
    .execute()
  const answer = await frieda.send('POST', '/auth/providers/firma/link/')
  assert.equal(answer.body['detail'], 'Reauthentication Required')
})

test('a mailbox counts as verified only by the answer that names it, and for no other claim', async () => {
  const hannah = emailOf(cast.hannah)
  const upn = { sub: 'p-hannah', upn: hannah }
  const notVerified = /nicht bestätigt/
  const refused = async (said: object, userinfo?: Record<string, unknown>) => {
    const answer = await signIn('post', { ...upn, ...said }, { userinfo })
    assert.match(String(answer.body['details']), notVerified)
  }
  await refused({ email: 'andere@nordlicht.example', email_verified: true })
  await refused({ email_verified: true })
  await refused({ email: hannah }, { email: 'andere@nordlicht.example', email_verified: true })
  await refused({ email: hannah, email_verified: false }, { email: hannah, email_verified: true })
  assert.deepEqual(await linkedTo(cast.hannah), [])
  assert.equal((await signIn('post', { ...upn, email: hannah, email_verified: true })).status, 200)
})

test('who is linked hears of it, sees it among what works without a session, and parts the two themselves', async () => {
  const jana = await world.as(cast.jana)
  const id = await world.userId(cast.jana)
  await db.deleteFrom('identities').where('user_id', '=', id).execute()
  await jana.send('POST', '/users/current/pushsubscription/', device)
  // The stopped worker leaves the jobs in their table to be read.
  await world.worker.stop()
  assert.equal((await link(jana, 'firma', { sub: 'p-fremd' })).status, 200)
  const news = await db.selectFrom('jobs').where('kind', '=', 'push.send').select('payload').execute()
  assert.match(JSON.stringify(news), /„Firma“ kommt man jetzt in Ihr Konto/)
  const standing = async () =>
    (await jana.get('/auth/standing_access/')).body['providers'] as { key: string }[]
  assert.deepEqual(
    (await standing()).map(({ key }) => key),
    ['firma'],
  )
  const there = world.client(sessionCookieOf(await signIn('firma', { sub: 'p-fremd' })))
  assert.equal((await there.get('/users/current/')).status, 200)

  assert.equal((await jana.send('DELETE', '/users/current/identities/firma/')).status, 200)
  assert.deepEqual([await standing(), await linkedTo(cast.jana)], [[], []])
  assert.equal((await there.get('/users/current/')).status, 401)
  assert.equal((await jana.get('/users/current/')).status, 200)
  assert.equal((await jana.send('DELETE', '/users/current/identities/firma/')).status, 404)
  const row = await db
    .selectFrom('audit')
    .where('action', '=', 'user.identity_end')
    .select('subject')
    .executeTakeFirstOrThrow()
  assert.deepEqual(row.subject, { user_id: id, provider: 'Firma' })
})

test('nobody parts from the only way in that they have', async () => {
  const lena = await world.as(cast.lena)
  assert.equal((await link(lena, 'firma', { sub: 'p-lena' })).status, 200)
  await db
    .updateTable('users')
    .set({ password_hash: null })
    .where('username', '=', cast.lena.username)
    .execute()
  const refusal = await lena.send('DELETE', '/users/current/identities/firma/')
  assert.equal(refusal.status, 409)
  assert.match(String(refusal.body['details']), /zuerst ein eigenes Passwort/)
  assert.deepEqual(await linkedTo(cast.lena), ['p-lena'])
})
