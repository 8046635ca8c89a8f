import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast, emailOf } from '#demo/cast.ts'
import { transaction } from '#server/db/connect.ts'
import { testApp } from '#server/testing/app.ts'
import { clientId, clientSecret, startRealProvider } from '#server/testing/real-provider.ts'
import { beginSignIn, finishSignIn, sessionCookieOf } from '#server/testing/sign-in.ts'
import { untilBlockedByLock } from '#server/testing/until.ts'
import { insertPeople, listIdsByName } from '#server/users/import/store.ts'
import { lockSyncForUpdate } from '#server/users/sync/store.ts'

const [mail, name, number] = await Promise.all([
  startRealProvider(),
  startRealProvider(),
  startRealProvider(),
])
const base = 'http://kontor.example'
const accessTo = (key: string, issuer: string, settings: Record<string, string>) =>
  Object.fromEntries(
    Object.entries({ ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ...settings }).map(
      ([what, value]) => [`OIDC_${key}_${what}`, value],
    ),
  )
const world = await testApp({
  PUBLIC_URL: base,
  OIDC_PROVIDERS: 'mail,name,nummer',
  ...accessTo('MAIL', mail.issuer, { MATCH: 'email', CREATE: 'yes', NAME: 'Firma', GROUPS_CLAIM: 'gruppen' }),
  ...accessTo('NAME', name.issuer, { MATCH: 'username' }),
  ...accessTo('NUMMER', number.issuer, { MATCH: 'persplan_id', CLAIM: 'personalnummer' }),
})
const { url } = await world.listen()
mail.open({ redirectUri: `${base}/ui/login/mail`, logoutUri: `${url}/auth/providers/mail/logout/` })
name.open({ redirectUri: `${base}/ui/login/name` })
number.open({ redirectUri: `${base}/ui/login/nummer` })
after(async () => {
  await world[Symbol.asyncDispose]()
  await Promise.all([mail, name, number].map((provider) => provider.stop()))
})
const { db } = world.kontor
const clara = await world.as(cast.clara)

type Provider = typeof mail
/** A complete sign-in in one browser. */
async function signIn(provider: Provider, key: string, subject: string, body: object = {}) {
  const begun = await beginSignIn(world, key, body)
  const returned = await provider.signIn(subject, begun.url)
  return finishSignIn(world, key, { cookie: begun.cookie, returned })
}
const whoIs = async (answer: Awaited<ReturnType<typeof signIn>>) => {
  assert.equal(answer.status, 200, answer.text)
  const { body } = await world.client(sessionCookieOf(answer)).get('/users/current/')
  return body as { id: number; username: string; groups: { name: string }[] }
}
const mailOf = (person: Parameters<typeof emailOf>[0]) => ({ email: emailOf(person), email_verified: true })
const actionsOf = async (id: number) =>
  (await db.selectFrom('audit').where('user_id', '=', id).select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )

test('people are found by their e-mail address, by their name, and by their number in the planner', async () => {
  mail.people.set('m-anna', mailOf(cast.anna))
  name.people.set('n-bruno', { preferred_username: 'BRUNO' })
  number.people.set('z-david', { personalnummer: 'P1004' })
  assert.equal((await whoIs(await signIn(mail, 'mail', 'm-anna'))).username, 'anna')
  assert.equal((await whoIs(await signIn(name, 'name', 'n-bruno'))).username, 'bruno')
  assert.equal((await whoIs(await signIn(number, 'nummer', 'z-david'))).username, 'david')
  const { body } = await world.client().get('/status/')
  assert.deepEqual(body['providers'], [
    { key: 'mail', name: 'Firma' },
    { key: 'name', name: 'name' },
    { key: 'nummer', name: 'nummer' },
  ])
})

test('once known, a person is known whatever they are called here or there', async () => {
  name.people.set('n-elif', { preferred_username: 'elif' })
  const { id } = await whoIs(await signIn(name, 'name', 'n-elif'))
  await clara.send('PATCH', `/users/${id}/username/`, { username: 'elif.neu' })
  name.people.set('n-elif', { preferred_username: 'frieda' })
  assert.equal((await whoIs(await signIn(name, 'name', 'n-elif'))).id, id)
})

test('the session is listed with where it came from, audited, and not confirmed by itself', async () => {
  const answer = await signIn(mail, 'mail', 'm-anna')
  const hers = world.client(sessionCookieOf(answer))
  const { body } = await hers.get('/auth/sessions/')
  const [session] = (body['items'] as { is_this: boolean; via: string | null }[]).filter(
    ({ is_this }) => is_this,
  )
  assert.equal(session?.via, 'Firma')
  assert.equal((await actionsOf(await world.userId(cast.anna))).at(-1), 'auth.login')
  assert.equal((await hers.get('/users/current/data/')).body['detail'], 'Reauthentication Required')
})

test('who proves anew at the provider who they are counts as confirmed', async () => {
  const answer = await signIn(mail, 'mail', 'm-anna', { again: true, return_to: '/ui/profile' })
  assert.equal(answer.body['return_to'], '/ui/profile')
  const hers = world.client(sessionCookieOf(answer))
  assert.equal((await hers.get('/users/current/data/')).status, 200)
})

test('the session that the browser had ends with the new one', async () => {
  const former = await world.as(cast.hannah)
  const begun = await beginSignIn(world, 'mail')
  const returned = await mail.signIn('m-anna', begun.url)
  const cookie = `${former.cookie}; ${begun.cookie}`
  assert.equal((await finishSignIn(world, 'mail', { cookie, returned })).status, 200)
  assert.equal((await former.get('/users/current/')).status, 401)
})

test('where the rule says so, who has no account gets one, and has the same one ever after', async () => {
  const nina = {
    email: 'nina@nordlicht.example',
    email_verified: true,
    given_name: 'Nina',
    family_name: 'Neu',
  }
  mail.people.set('m-nina', { ...nina, preferred_username: 'anna' })
  const { id, username } = await whoIs(await signIn(mail, 'mail', 'm-nina'))
  assert.equal(username, 'anna-2')
  const user = (await clara.get(`/users/${id}/`)).body
  assert.deepEqual(
    [user['display_name'], user['email'], user['is_admin'], user['has_password']],
    ['Neu, Nina', 'nina@nordlicht.example', false, false],
  )
  assert.equal((await whoIs(await signIn(mail, 'mail', 'm-nina'))).id, id)
  const without = await clara.get('/users/', { query: { filter_status: 'Ohne Zugang', filter: 'nina' } })
  assert.deepEqual(without.body['items'], [])
  assert.deepEqual(await actionsOf(id), ['user.provided', 'auth.login', 'auth.login'])
})

test('whom an import brings while they sign in for the first time gets no second account', async () => {
  mail.people.set('m-ole', { email: 'ole@nordlicht.example', email_verified: true, family_name: 'Ole' })
  const { id, signingIn } = await transaction(db, async (tx) => {
    await lockSyncForUpdate(tx)
    const waiting = signIn(mail, 'mail', 'm-ole')
    await untilBlockedByLock(db)
    const ole = { username: 'ole', vorname: 'Ole', nachname: 'Neu', telefon: null }
    await insertPeople(tx, [{ ...ole, email: 'ole@nordlicht.example' }])
    return { id: (await listIdsByName(tx, ['ole'])).get('ole'), signingIn: waiting }
  })
  assert.equal((await whoIs(await signingIn)).id, id)
})

test('who brings a new group waits for a sync without holding what that needs', async () => {
  mail.people.set('m-jana', { ...mailOf(cast.jana), gruppen: ['Frühschicht'] })
  const jana = await world.userId(cast.jana)
  const { signingIn } = await transaction(db, async (tx) => {
    await lockSyncForUpdate(tx)
    const waiting = signIn(mail, 'mail', 'm-jana')
    await untilBlockedByLock(db)
    await sql`select from users where id = ${jana} for update nowait`.execute(tx)
    return { signingIn: waiting }
  })
  const { groups } = await whoIs(await signingIn)
  assert.ok(groups.some(({ name: group }) => group === 'Frühschicht'))
})

test('the provider’s groups are groups of their own: hand and planner keep what is theirs', async () => {
  mail.people.set('m-kai', { ...mailOf(cast.kai), gruppen: ['Technik', 'Nachtschicht'] })
  const kai = await world.userId(cast.kai)
  const names = async () =>
    (await whoIs(await signIn(mail, 'mail', 'm-kai'))).groups.map((group) => group.name).toSorted()
  assert.deepEqual(await names(), ['Nachtschicht', 'Technik', 'Technik (Firma)'])
  const cell = async (group: string) =>
    (await clara.get(`/users/${kai}/groups/${encodeURIComponent(group)}/`)).body
  assert.deepEqual(
    [(await cell('Nachtschicht'))['state'], (await cell('Nachtschicht'))['provider']],
    ['imported', 'Firma'],
  )
  assert.deepEqual(
    [(await cell('Technik'))['state'], (await cell('Technik'))['provider']],
    ['imported', null],
  )
  // A sign-in does not change memberships that an administrator has added or removed.
  await clara.send('DELETE', `/users/${kai}/groups/Nachtschicht/`)
  await clara.send('PUT', '/groups/custom/Sommerfest/')
  await clara.send('PUT', `/users/${kai}/groups/Sommerfest/`)
  assert.deepEqual(await names(), ['Sommerfest', 'Technik', 'Technik (Firma)'])
  mail.people.set('m-kai', { ...mailOf(cast.kai), gruppen: [] })
  assert.deepEqual(await names(), ['Sommerfest', 'Technik'])
  mail.people.set('m-kai', { ...mailOf(cast.kai), gruppen: ['Technik'] })
  await names()
  // Without groups in the claims the memberships stay.
  mail.people.set('m-kai', mailOf(cast.kai))
  assert.deepEqual(await names(), ['Sommerfest', 'Technik', 'Technik (Firma)'])
})

test('no group of a provider becomes the one whose members see all happenings, nor takes its name', async () => {
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Leitung')
    .select('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('groups').set({ name: 'Vorstand' }).where('id', '=', id).execute()
  const seen = async () => {
    const answer = await signIn(mail, 'mail', 'm-lena')
    const { body } = await world.client(sessionCookieOf(answer)).get('/users/current/')
    const names = (body['groups'] as { name: string }[]).map((group) => group.name)
    return [body['may_see_happenings'], names.filter((group) => /eitung/i.test(group))]
  }
  mail.people.set('m-lena', { ...mailOf(cast.lena), gruppen: ['ＬEITUNG'] })
  assert.deepEqual(await seen(), [false, ['ＬEITUNG (Firma)']])
  // A group as release 1 created it.
  await db.updateTable('groups').set({ name: 'Leitung' }).where('provider_name', '=', 'ＬEITUNG').execute()
  mail.people.set('m-jana', { ...mailOf(cast.jana), gruppen: ['ＬEITUNG'] })
  // Two concurrent sign-ins rename the group once.
  const both = await transaction(db, async (tx) => {
    await lockSyncForUpdate(tx)
    const signingIn = Promise.all([signIn(mail, 'mail', 'm-jana'), signIn(mail, 'mail', 'm-lena')])
    await untilBlockedByLock(db, 2)
    return { signingIn }
  })
  await both.signingIn
  assert.deepEqual(await seen(), [false, ['Leitung (Firma)']])
  const renames = await db
    .selectFrom('audit')
    .where('action', '=', 'group.rename')
    .where(sql<boolean>`subject->>'from' = 'Leitung'`)
    .select('id')
    .execute()
  assert.equal(renames.length, 1)
  const made = await clara.send('PUT', '/groups/custom/Leitung/')
  assert.equal(made.status, 200, made.text)
})

test('a group of the provider is renamed and deleted there, and its chat is hidden at first', async () => {
  const refused = await clara.send('DELETE', `/groups/custom/${encodeURIComponent('Technik (Firma)')}/`)
  assert.equal(refused.status, 409)
  assert.match(String(refused.body['details']), /aus der Anmeldung bei einem Anbieter/)
  const { text } = await clara.get('/groups/custom/')
  assert.doesNotMatch(text, /Firma/)
  const rooms = await clara.get('/chat/groups/', { query: { show_hidden: 'true' } })
  const room = (rooms.body['items'] as { name: string; visible: boolean }[] | undefined)?.find(
    (one) => one.name === 'Technik (Firma)',
  )
  assert.notEqual(room?.visible, true)
})

test('who signs out at the provider is signed out here, in what came from there', async () => {
  const answer = await signIn(mail, 'mail', 'm-anna')
  const sid = mail.sids.at(-1) as string
  const there = world.client(sessionCookieOf(answer))
  const elsewhere = await world.as(cast.anna)
  await mail.signOut('m-anna', sid)
  assert.equal((await there.get('/users/current/')).status, 401)
  assert.equal((await elsewhere.get('/users/current/')).status, 200)
})

test('administrators see which accounts lead to somebody, and take them away with the sessions from there', async () => {
  const answer = await signIn(number, 'nummer', 'z-david')
  const david = await world.userId(cast.david)
  const listed = await clara.get(`/users/${david}/identities/`)
  assert.deepEqual(
    (listed.body['items'] as { name: string; subject: string }[]).map((one) => [one.name, one.subject]),
    [['nummer', 'z-david']],
  )
  number.people.set('z-neu', { personalnummer: 'P1004' })
  const other = await signIn(number, 'nummer', 'z-neu')
  assert.equal(other.status, 403)
  assert.match(String(other.body['details']), /gehört schon zu einer anderen Anmeldung/)
  assert.equal((await clara.send('DELETE', `/users/${david}/identities/`)).status, 200)
  assert.equal((await world.client(sessionCookieOf(answer)).get('/users/current/')).status, 401)
  assert.equal((await whoIs(await signIn(number, 'nummer', 'z-neu'))).id, david)
})

test('logging out of Kontor ends the session here and asks the provider nothing', async () => {
  const answer = await signIn(name, 'name', 'n-bruno')
  const his = world.client(sessionCookieOf(answer))
  assert.equal((await his.send('POST', '/auth/logout/')).status, 200)
  assert.equal((await his.get('/users/current/')).status, 401)
  assert.equal((await signIn(name, 'name', 'n-bruno')).status, 200)
})
