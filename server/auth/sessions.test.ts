import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Session } from '#contract/auth.ts'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import { setPassword } from '#server/auth/set-password.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { type Client, startNode, testApp } from '#server/testing/app.ts'
import { failAttempts } from '#server/testing/failed-logins.ts'
import { deleteExpiredLoginData } from './store.ts'

const kontor = await testApp({ SESSION_MAX_DAYS: '60' })
const secure = await testApp({ PUBLIC_URL: 'https://kontor.example', CONFIRM_AFTER_HOURS: '0' })
after(() => Promise.all([kontor[Symbol.asyncDispose](), secure[Symbol.asyncDispose]()]))
const { db } = kontor.kontor
const clara = () => kontor.as(cast.clara)

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
async function logIn({ username }: Person, { cookie = '', app = kontor, address = '10.0.0.1' } = {}) {
  const headers = { 'user-agent': firefox, ...(cookie && { cookie }) }
  const body = { username, password: demoPassword }
  const answer = await app.client().send('POST', '/auth/login/', body, { headers, address })
  return { ...answer, cookie: firstCookie(answer.headers) }
}
const setCookies = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat().map(String)
const firstCookie = (headers: Record<string, unknown>) => setCookies(headers)[0]?.split(';')[0] ?? ''
const status = async (client: Client) => (await client.get('/users/current/')).status
const listOf = async (client: Client) => (await client.get('/auth/sessions/')).body['items'] as Session[]

/** Backdates the sessions of a person. */
async function letPass(person: Person, { days = 0, minutes = 0 }) {
  const id = await kontor.userId(person)
  const past = sql`make_interval(days => ${days}, mins => ${minutes})`
  await inTransaction(kontor.kontor, async (tx) => {
    await sql`update sessions set created_at = created_at - ${past}, confirmed_at = confirmed_at - ${past},
      seen_at = seen_at - ${past} where user_id = ${id}`.execute(tx)
    changed(tx, aboutUser(id))
  })
}

test('a login ends the session that the browser had, whoever’s it was', async () => {
  const first = await logIn(cast.anna)
  assert.equal(await status(kontor.client(first.cookie)), 200)
  const again = await logIn(cast.anna, { cookie: first.cookie })
  assert.equal(await status(kontor.client(first.cookie)), 401)
  const other = await logIn(cast.bruno, { cookie: again.cookie })
  assert.equal(await status(kontor.client(again.cookie)), 401)
  assert.equal(await status(kontor.client(other.cookie)), 200)
})

test('a login that fails ends nothing', async () => {
  const { cookie } = await logIn(cast.anna)
  const body = { username: 'anna', password: 'geraten-geraten' }
  assert.equal((await kontor.client(cookie).send('POST', '/auth/login/', body)).status, 401)
  assert.equal(await status(kontor.client(cookie)), 200)
})

test('a device that is notified goes on being so when its owner logs in anew on it', async () => {
  const { cookie } = await logIn(cast.anna)
  const anna = await kontor.userId(cast.anna)
  const { id } = (await listOf(kontor.client(cookie))).find(({ is_this }) => is_this) as Session
  const device = { user_id: anna, session_id: id, endpoint: 'https://push.example/1', p256dh: '', auth: '' }
  await db.insertInto('push_subscriptions').values(device).execute()
  const again = kontor.client((await logIn(cast.anna, { cookie })).cookie)
  const devices = (await again.get('/users/current/pushsubscriptions/')).body['items'] as {
    is_this: boolean
  }[]
  assert.deepEqual(
    devices.map(({ is_this }) => is_this),
    [true],
  )
})

test('people see where they are signed in: the device, the address, since when and when last', async () => {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', await kontor.userId(cast.david))
    .execute()
  await kontor.as(cast.david)
  const here = kontor.client((await logIn(cast.david, { address: '10.0.0.7' })).cookie)
  const [mine, older] = await listOf(here)
  assert.deepEqual([mine?.device, mine?.address, mine?.is_this], ['Firefox auf Windows', '10.0.0.7', true])
  assert.deepEqual([older?.device, older?.is_this], ['Unbekanntes Gerät', false])
  assert.ok(Math.abs(Date.parse(mine?.created_at ?? '') - Date.now()) < 60_000)
})

test('when a session was last used is true within ten minutes, and is written once, however much is asked', async () => {
  const jana = await kontor.as(cast.jana)
  const seen = async () => Date.parse((await listOf(jana))[0]?.seen_at ?? '')
  await letPass(cast.jana, { minutes: 9 })
  const before = await seen()
  assert.ok(Date.now() - before > 8 * 60_000, 'nothing is written yet')
  await letPass(cast.jana, { minutes: 2 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => jana.get('/users/current/')))
  assert.equal(answers.filter(({ headers }) => headers['set-cookie'] !== undefined).length, 1)
  assert.ok((await seen()) > before, 'as used just now')
})

test('people end one of their sessions, or all others, and never somebody else’s', async () => {
  const [here, lost, third, other] = [
    await kontor.as(cast.elif),
    await kontor.as(cast.elif),
    await kontor.as(cast.elif),
    await kontor.as(cast.frieda),
  ]
  const idOf = async (client: Client) => (await listOf(client)).find(({ is_this }) => is_this)?.id
  const end = async (id: number | undefined) => (await here.send('DELETE', `/auth/sessions/${id}/`)).status
  assert.equal(await status(lost), 200)
  const lostId = await idOf(lost)
  assert.equal(await end(lostId), 200)
  assert.equal(await status(lost), 401)
  assert.equal(await end(lostId), 404)
  assert.equal(await end(await idOf(other)), 404)
  assert.equal((await here.send('DELETE', '/auth/sessions/')).status, 200)
  assert.deepEqual([await status(here), await status(third), await status(other)], [200, 401, 200])
})

test('administrators see and end anybody’s sessions; what the device is told ends with them', async () => {
  const georg = await kontor.as(cast.georg)
  assert.equal(await status(georg), 200)
  const user_id = await kontor.userId(cast.georg)
  const [session] = await listOf(georg)
  const device = {
    user_id,
    session_id: session?.id ?? 0,
    endpoint: 'https://push.example/2',
    p256dh: '',
    auth: '',
  }
  await db.insertInto('push_subscriptions').values(device).execute()
  const admin = await clara()
  const path = `/users/${user_id}/sessions/`
  const seen = (await admin.get(path)).body['items'] as Session[]
  assert.deepEqual([seen.length, seen[0]?.is_this], [1, false])
  assert.equal((await admin.send('DELETE', path)).status, 200)
  assert.equal(await status(georg), 401)
  const told = await db.selectFrom('push_subscriptions').where('user_id', '=', user_id).select('id').execute()
  assert.deepEqual(told, [])
  assert.equal((await admin.get('/users/2147483647/sessions/')).status, 404)
  assert.equal((await georg.get(path)).status, 401)
  assert.equal((await (await kontor.as(cast.georg)).get(path)).status, 403)
})

test('a changed password ends all other sessions, and keeps the one that it was changed in', async () => {
  const [here, other] = [await kontor.as(cast.lena), await kontor.as(cast.lena)]
  assert.deepEqual([await status(here), await status(other)], [200, 200])
  const body = { password: 'ein-neuer-vorhang', current_password: demoPassword }
  assert.equal((await here.send('PATCH', '/users/current/password/', body)).status, 200)
  assert.deepEqual([await status(here), await status(other)], [200, 401])
})

test('an administrator who ends all of their own sessions keeps the one at hand', async () => {
  const [here, elsewhere] = [await clara(), await clara()]
  const path = `/users/${await kontor.userId(cast.clara)}/sessions/`
  assert.equal((await here.send('DELETE', path)).status, 200)
  assert.deepEqual([await status(here), await status(elsewhere)], [200, 401])
})

test('a session that is used every day ends all the same, after the days of the setting', async () => {
  const hannah = await kontor.as(cast.hannah)
  await letPass(cast.hannah, { days: 59 })
  const answer = await hannah.get('/users/current/')
  assert.equal(answer.status, 200)
  // The call extends the session only up to its maximum age, and the cookie lasts no longer.
  assert.match(setCookies(answer.headers)[0] ?? '', /Max-Age=86[34]\d\d;?/)
  await letPass(cast.hannah, { days: 1 })
  assert.equal(await status(hannah), 401)
  assert.deepEqual(await listOf(hannah), undefined)
})

test('nobody has more than fifty sessions: the one used longest ago ends for the next', async () => {
  const all = []
  for (let number = 0; number < 50; number++) all.push(await kontor.as(cast.ibrahim))
  await letPass(cast.ibrahim, { minutes: 10 })
  const [first, second] = all as [Client, Client]
  const [oldest] = (await listOf(first)).filter(({ is_this }) => is_this)
  await db
    .updateTable('sessions')
    .set({ seen_at: sql<Date>`seen_at - interval '2 hours'` })
    .where('id', '=', oldest?.id ?? 0)
    .execute()
  const { cookie } = await logIn(cast.ibrahim)
  assert.deepEqual(
    [await status(first), await status(second), await status(kontor.client(cookie))],
    [401, 200, 200],
  )
  assert.equal((await listOf(second)).length, 50)
})

test('who goes on logging in ends no session that has been used within the hour', async () => {
  const inUse = await kontor.as(cast.hannah)
  for (let number = 0; number < 52; number++) await kontor.as(cast.hannah)
  await logIn(cast.hannah)
  assert.equal(await status(inUse), 200)
})

test('what administrators do to others needs a password that was given within the hours of the setting', async () => {
  const admin = await clara()
  const jana = await kontor.userId(cast.jana)
  const made = await admin.send('POST', '/users/', { username: 'probe' })
  const risky = [
    () => admin.send('PATCH', `/users/${jana}/password/`, { password: 'ein-neuer-vorhang' }),
    () => admin.send('PATCH', `/users/${jana}/privileges/`, { is_admin: true }),
    () => admin.send('DELETE', `/users/${jana}/sessions/`),
    () => admin.send('DELETE', `/users/${String(made.body['user_id'])}/`),
  ]
  await letPass(cast.clara, { minutes: 12 * 60 - 5 })
  assert.equal((await risky[0]?.())?.status, 200)
  await letPass(cast.clara, { minutes: 10 })
  for (const act of risky) {
    const { status, body } = await act()
    assert.deepEqual([status, body.detail], [403, 'Reauthentication Required'])
    assert.match(String(body.details), /bestätigen/)
  }
  assert.equal((await admin.send('PATCH', `/users/${jana}/username/`, { username: 'jana' })).status, 200)
  assert.equal((await admin.send('POST', '/auth/confirm/', { password: demoPassword })).status, 200)
  for (const act of risky) assert.equal((await act()).status, 200)
  await admin.send('PATCH', `/users/${jana}/privileges/`, { is_admin: false })
})

test('a password set without a proof of who it is proves nothing for the hours of the setting', async () => {
  const admin = await clara()
  const jana = await kontor.userId(cast.jana)
  const risky = (by: Client) => by.send('PATCH', `/users/${jana}/privileges/`, { is_admin: false })
  const confirm = (by: Client, password: string) => by.send('POST', '/auth/confirm/', { password })
  const change = (body: object) => admin.send('PATCH', '/users/current/password/', body)
  const logInWith = async (password: string) => {
    const body = { username: cast.clara.username, password }
    return kontor.client(firstCookie((await kontor.client().send('POST', '/auth/login/', body)).headers))
  }
  await letPass(cast.clara, { minutes: 13 * 60 })
  assert.equal((await risky(admin)).status, 403)
  assert.equal((await change({ password: 'ein-fremder-vorhang' })).status, 200)
  const refusal = await confirm(admin, 'ein-fremder-vorhang')
  assert.deepEqual([refusal.status, refusal.body.detail], [403, 'Password Unproven'])
  assert.match(
    String(refusal.body.details),
    /Bis \d\d\.\d\d\.\d{4}, \d\d:\d\d Uhr .*Passkey.*Passwort vergessen.*Admin/,
  )
  assert.equal((await risky(admin)).status, 403)
  const fresh = await logInWith('ein-fremder-vorhang')
  assert.equal((await risky(fresh)).body.detail, 'Reauthentication Required')
  // A password that is no proof of identity cannot make the next password one.
  const current_password = 'ein-fremder-vorhang'
  assert.equal((await change({ password: 'noch-ein-vorhang', current_password })).status, 200)
  assert.equal((await confirm(admin, 'noch-ein-vorhang')).status, 403)

  const past = sql<Date>`password_unproven_at - interval '13 hours'`
  const unproven = db.updateTable('users').where('password_unproven_at', 'is not', null)
  await unproven.set({ password_unproven_at: past }).execute()
  assert.equal((await confirm(admin, 'noch-ein-vorhang')).status, 200)
  assert.equal((await risky(admin)).status, 200)
  assert.equal((await change({ password: demoPassword })).status, 200)
  assert.equal((await risky(await logInWith(demoPassword))).status, 200)
})

test('a password set with the right former one, or by an administrator, proves who it is', async () => {
  const bruno = await kontor.as(cast.bruno)
  const confirm = (by: Client, password: string) => by.send('POST', '/auth/confirm/', { password })
  const change = (body: object) => bruno.send('PATCH', '/users/current/password/', body)
  await letPass(cast.bruno, { minutes: 13 * 60 })
  const body = { password: 'ein-neuer-vorhang', current_password: demoPassword }
  assert.equal((await change(body)).status, 200)
  assert.equal((await confirm(bruno, 'ein-neuer-vorhang')).status, 200)
  await letPass(cast.bruno, { minutes: 13 * 60 })
  assert.equal((await change({ password: demoPassword })).status, 200)
  assert.equal((await confirm(bruno, demoPassword)).status, 403)
  const path = `/users/${await kontor.userId(cast.bruno)}/password/`
  assert.equal((await (await clara()).send('PATCH', path, { password: demoPassword })).status, 200)
  const { cookie } = await logIn(cast.bruno)
  assert.equal((await confirm(kontor.client(cookie), demoPassword)).status, 200)
  await setPassword(kontor.kontor, {
    userId: await kontor.userId(cast.bruno),
    password: demoPassword,
    by: null,
  })
})

test('where CONFIRM_AFTER_HOURS is 0 nobody is asked again', async () => {
  const admin = await secure.as(cast.clara)
  await secure.kontor.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .execute()
  const jana = await secure.userId(cast.jana)
  assert.equal((await admin.send('PATCH', `/users/${jana}/privileges/`, { is_admin: true })).status, 200)
})

test('guesses at a confirmation count like those at the login', async () => {
  const kai = await kontor.as(cast.kai)
  const confirm = (password: string) => kai.send('POST', '/auth/confirm/', { password })
  await failAttempts(kontor.kontor, 'kai', 9)
  assert.equal((await confirm('geraten')).status, 400)
  assert.equal((await confirm(demoPassword)).status, 429)
})

test('what is read of somebody while something is told of them is not kept', async () => {
  const { cookie } = await kontor.as(cast.elif)
  const { db, news } = kontor.served
  const { sessions } = kontor.app
  const id = await kontor.userId(cast.elif)
  const read = sessions.find(cookie)
  news.receive([aboutUser(id)])
  assert.equal((await read)?.id, id)
  // Changed directly in the database, so no news are sent.
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  assert.equal(await sessions.find(cookie), undefined)
  await db.updateTable('users').set({ is_active: true }).where('id', '=', id).execute()
})

test('a node that cannot hear the others asks the database each time', async () => {
  const deaf = await startNode(kontor.database.connection)
  try {
    const { cookie } = await kontor.as(cast.frieda)
    const isAdmin = async () => (await deaf.client(cookie).get('/users/current/')).body['is_admin']
    for (let times = 0; times < 2; times++) assert.equal(await isAdmin(), false)
    await deaf.kontor.news.stop()
    const path = `/users/${await kontor.userId(cast.frieda)}/privileges/`
    assert.equal((await (await clara()).send('PATCH', path, { is_admin: true })).status, 200)
    assert.equal(await isAdmin(), true)
    await (await clara()).send('PATCH', path, { is_admin: false })
  } finally {
    await deaf.stop()
  }
})

test('a clock that jumps ends no session', async (t) => {
  const anna = await kontor.as(cast.anna)
  assert.equal(await status(anna), 200)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 400 * 86_400_000 })
  assert.equal(await status(anna), 200)
  kontor.served.news.forgetEverything()
  assert.equal(await status(anna), 200)
})

test('under https the cookie is named “session” too, and goes over https alone', async () => {
  const { headers } = await logIn(cast.anna, { app: secure })
  const [given, ...others] = setCookies(headers)
  assert.match(given ?? '', /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/)
  assert.deepEqual(others, [])
  const anna = secure.client(firstCookie(headers))
  assert.equal(await status(anna), 200)
  const out = await anna.send('POST', '/auth/logout/')
  assert.match(setCookies(out.headers)[0] ?? '', /^session=; .*Max-Age=0/)
  assert.equal(await status(anna), 401)
})

test('who is signed in as 1.1 named it under https stays so: the answers give the new name and take the old one', async () => {
  const { headers } = await logIn(cast.bruno, { app: secure })
  const former = secure.client(`__Host-${firstCookie(headers)}`)
  // Parallel calls may still send the old cookie after the first response has replaced it.
  for (let times = 0; times < 3; times++) {
    const answer = await former.get('/users/current/')
    assert.equal(answer.status, 200)
    const [given, gone] = setCookies(answer.headers)
    assert.match(given ?? '', /^session=[\w-]{43}; .*Secure; Max-Age=2\d{6}$/)
    assert.match(gone ?? '', /^__Host-session=; Path=\/; .*Secure; Max-Age=0$/)
    assert.equal(await status(secure.client(firstCookie(answer.headers))), 200)
  }
  const out = await former.send('POST', '/auth/logout/')
  assert.match(setCookies(out.headers)[1] ?? '', /^__Host-session=; .*Max-Age=0$/)
})

test('a request with two sessions is refused, and a login goes on with neither token', async () => {
  const [mine, planted] = [
    firstCookie((await logIn(cast.anna, { app: secure })).headers),
    firstCookie((await logIn(cast.david, { app: secure })).headers),
  ]
  for (const both of [`${mine}; ${planted}`, `__Host-${mine}; ${planted}`]) {
    const { status, body } = await secure.client(both).get('/users/current/')
    assert.deepEqual(
      [status, String(body.details).startsWith('Die Anfrage enthält zwei Sitzungen')],
      [400, true],
    )
  }
  const begun = await logIn(cast.anna, { app: secure, cookie: planted })
  assert.equal(begun.status, 200)
  assert.ok(![mine, planted].includes(begun.cookie))
  const made = await logIn(cast.anna, { app: secure, cookie: `session=${'A'.repeat(43)}` })
  assert.notEqual(made.cookie, `session=${'A'.repeat(43)}`)
  assert.equal(await status(secure.client(`session=${'A'.repeat(43)}`)), 401)
})

const knock = (username: string, password: string) =>
  kontor.client().send('POST', '/auth/login/', { username, password }, { address: '10.0.0.2' })

test('the right password opens a session in a cookie that scripts cannot read', async () => {
  const answer = await knock('anna', demoPassword)
  assert.deepEqual([answer.status, answer.body], [200, { success: true, details: '' }])
  const given = String(answer.headers['set-cookie'])
  assert.match(given, /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
  const current = await kontor.client(firstCookie(answer.headers)).get('/users/current/')
  assert.equal(current.body.username, 'anna')
})

test('the username is found in any case, and with spaces that a phone adds around it', async () => {
  for (const name of ['ANNA', ' anna ']) assert.equal((await knock(name, demoPassword)).status, 200)
})

test('a wrong password, an unknown name and an account without a password are told nothing apart', async () => {
  await db.updateTable('users').set({ password_hash: null }).where('username', '=', 'lena').execute()
  const answers = await Promise.all([
    knock('bruno', 'falsch-geraten'),
    knock('niemand', 'falsch-geraten'),
    knock('lena', 'falsch-geraten'),
    knock('lena', ''),
  ])
  for (const { status, body } of answers) {
    assert.equal(status, 401)
    assert.deepEqual(body, { success: false, details: 'Login fehlgeschlagen', detail: 'Unauthorized' })
  }
})

test('expired sessions, old failures and long unused addresses are forgotten, the others stay', async () => {
  const ibrahim = await kontor.as(cast.ibrahim)
  const gone = await kontor.as(cast.ibrahim)
  const id = await kontor.userId(cast.ibrahim)
  const past = new Date(Date.now() - 100 * 86_400_000)
  const newest = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await db.updateTable('sessions').set({ expires_at: past }).where('id', '=', newest.id).execute()
  await db.insertInto('login_attempts').values({ account: 'alt', address: '10.9.0.1', at: past }).execute()
  await db.insertInto('known_addresses').values({ user_id: id, address: '10.9.0.1', at: past }).execute()
  assert.equal((await gone.get('/users/current/')).status, 401)
  await deleteExpiredLoginData(db, 90)
  assert.equal((await ibrahim.get('/users/current/')).status, 200)
  const left = await db.selectFrom('sessions').where('id', '=', newest.id).select('id').execute()
  const failures = await db.selectFrom('login_attempts').where('account', '=', 'alt').select('id').execute()
  const addresses = await db
    .selectFrom('known_addresses')
    .where('address', '=', '10.9.0.1')
    .select('at')
    .execute()
  assert.deepEqual([left, failures, addresses], [[], [], []])
})
