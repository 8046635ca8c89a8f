import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { after, mock, test } from 'node:test'
import { sql } from 'kysely'
import { cast, demoPassword, emailOf, type Person } from '#demo/cast.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'
import { trustLocalhost } from '#server/testing/certificate.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { failAttempts } from '#server/testing/failed-logins.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { until, untilBlockedByLock } from '#server/testing/until.ts'
import { lockUserForUpdate } from './accounts-store.ts'
import { runInHashQueue } from './hashing.ts'
import { lockSessionForUpdate } from './session-store.ts'
import { setPassword } from './set-password.ts'

trustLocalhost()
const mailServer = await startMailServer()
const kontor = await testApp({
  SMTP_URL: `smtp://localhost:${mailServer.port}`,
  MAIL_FROM: 'kontor@nordlicht.example',
  PUBLIC_URL: 'http://kontor.example',
})
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await mailServer.stop()
})
const { db } = kontor.kontor
const nobody = kontor.client()

const logIn = ({ username }: Person, password: string) =>
  nobody.send('POST', '/auth/login/', { username, password })
/** Backdates the last confirmation of identity in all sessions of a person. */
async function letPass(person: Person, { hours }: { hours: number }) {
  const id = await kontor.userId(person)
  await inTransaction(kontor.kontor, async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ confirmed_at: sql<Date>`confirmed_at - make_interval(hours => ${hours})` })
      .where('user_id', '=', id)
      .execute()
    changed(tx, aboutUser(id))
  })
}
const setHash = ({ username }: Person, password_hash: string) =>
  kontor.kontor.db.updateTable('users').set({ password_hash }).where('username', '=', username).execute()
const hashOf = async ({ username }: Person) =>
  (
    await kontor.kontor.db
      .selectFrom('users')
      .where('username', '=', username)
      .select('password_hash')
      .executeTakeFirstOrThrow()
  ).password_hash
/** Takes all slots of the hash queue, running and waiting, until the returned function is called. */
function fillQueues() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const crowd = Array.from({ length: 34 }, (_, place) =>
    runInHashQueue({ network: `10.0.0.${place}`, isKnown: place >= 18 }, () => released),
  )
  return async () => {
    release()
    await Promise.all(crowd)
  }
}
const change = async (person: Person, body: object) =>
  (await kontor.as(person)).send('PATCH', '/users/current/password/', body)

test('a password is changed with the new one alone, however long ago the login was', async () => {
  const frieda = await kontor.as(cast.frieda)
  await letPass(cast.frieda, { hours: 13 })
  const answer = await frieda.send('PATCH', '/users/current/password/', { password: 'ein-neuer-vorhang' })
  assert.deepEqual([answer.status, answer.body], [200, { success: true, details: '' }])
  assert.equal((await logIn(cast.frieda, 'ein-neuer-vorhang')).status, 200)
  assert.equal((await logIn(cast.frieda, demoPassword)).status, 401)
})

test('whoever changes their password is told so, also on the devices that are signed out by it, and by mail', async () => {
  const notified = mock.method(kontor.served.push, 'deliver')
  const [here, elsewhere] = [await kontor.as(cast.ibrahim), await kontor.as(cast.ibrahim)]
  const device = await registerDevice(elsewhere)
  assert.equal(
    (await here.send('PATCH', '/users/current/password/', { password: 'ein-neuer-vorhang' })).status,
    200,
  )
  const mailed = () => mailServer.received.find(({ to }) => to.includes(emailOf(cast.ibrahim)))
  await until(() => notified.mock.callCount() > 0 && mailed() !== undefined)
  assert.deepEqual(
    notified.mock.calls.map(({ arguments: [{ endpoint }] }) => endpoint),
    [device.endpoint],
  )
  assert.match(mailed()?.text ?? '', /Ihr Passwort wurde geändert\.[\s\S]*Waren Sie das nicht\?/)
  notified.mock.restore()
})

test('a current password that is sent along must be right', async () => {
  const wrong = await change(cast.elif, {
    password: 'ein-neuer-vorhang',
    current_password: 'geraten-geraten',
  })
  assert.equal(wrong.status, 400)
  assert.equal(wrong.body.details, 'Das aktuelle Passwort ist falsch.')
  const right = await change(cast.elif, { password: 'ein-neuer-vorhang', current_password: demoPassword })
  assert.equal(right.status, 200)
})

test('guesses at the current password count like those at the login', async () => {
  const david = await kontor.as(cast.david)
  const guess = (current_password: string) =>
    david.send('PATCH', '/users/current/password/', { password: 'ein-neuer-vorhang', current_password })
  await failAttempts(kontor.kontor, 'david', 9)
  assert.equal((await guess('geraten')).status, 400)
  assert.equal((await guess(demoPassword)).status, 429)
  assert.equal((await logIn(cast.david, demoPassword)).status, 429)
})

const refused: Record<string, string> = {
  'shorter than eight characters': 'kürzer7',
  'longer than 128 characters': 'x1'.repeat(65),
  'the username': 'schwarzbart',
  'the username in other letters': 'SCHWARZBART',
  'the username and a number': 'Schwarzbart2026',
  'the username between a few signs': '1-schwarzbart!!',
  'one of the best known': 'Passwort123',
  'one of the best known with another number': 'Willkommen2031',
  'the name of the application': 'Kontor-2026!',
  'one character over and over': 'zzzzzzzzzz',
  'a few characters over and over': 'abcabcabc',
  'a run along the keyboard': 'Qwertzuio',
  'a run backwards through the digits': '987654321',
}
test('a new password that is short, long or easily guessed is refused at its field', async () => {
  await kontor.kontor.db
    .updateTable('users')
    .set({ username: 'schwarzbart' })
    .where('username', '=', 'lena')
    .execute()
  const lena = await kontor.as({ ...cast.lena, username: 'schwarzbart' })
  for (const [what, password] of Object.entries(refused)) {
    const { status, body } = await lena.send('PATCH', '/users/current/password/', { password })
    assert.equal(status, 422, what)
    const [problem] = body.detail as { loc: string[]; msg: string }[]
    assert.deepEqual([problem?.loc, problem?.msg], [['body', 'password'], body.details], what)
  }
  await kontor.kontor.db
    .updateTable('users')
    .set({ username: 'lena' })
    .where('username', '=', 'schwarzbart')
    .execute()
})

test('a password counts characters, not bytes, and is the same however its letters are composed', async () => {
  const eight = 'Äpfel🍎🍐ü'
  assert.equal((await change(cast.georg, { password: eight.normalize('NFD') })).status, 200)
  assert.equal((await logIn(cast.georg, eight.normalize('NFC'))).status, 200)
})

/** A hash with weaker parameters, like those of an earlier release. */
function weakHash(password: string): string {
  const salt = Buffer.alloc(16, 7)
  const cost = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 }
  const hash = argon2Sync('argon2id', { message: password, nonce: salt, ...cost })
  return `argon2id$m=8192,t=1,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

test('a hash with weaker parameters is renewed when its owner logs in', async () => {
  await setHash(cast.ibrahim, weakHash('ein-alter-vorhang'))
  assert.equal((await logIn(cast.ibrahim, 'ein-alter-vorhang')).status, 200)
  assert.match(String(await hashOf(cast.ibrahim)), /^argon2id\$m=19456,/)
  assert.equal((await logIn(cast.ibrahim, 'ein-alter-vorhang')).status, 200)
})

test('who is told that too much is going on has not guessed wrong', async () => {
  const jana = await kontor.as(cast.jana)
  const letCrowdGo = fillQueues()
  const answers = await Promise.all([
    logIn(cast.jana, demoPassword),
    jana.send('PATCH', '/users/current/password/', {
      password: 'ein-neuer-vorhang',
      current_password: demoPassword,
    }),
  ])
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['retry-after']]),
    [
      [429, '2'],
      [429, '2'],
    ],
  )
  const attempts = await kontor.kontor.db
    .selectFrom('login_attempts')
    .where('account', '=', 'jana')
    .select('id')
    .execute()
  assert.deepEqual(attempts, [])
  await letCrowdGo()
})

test('a login succeeds whose weak hash cannot be renewed now, as too much is going on: its cookie opens its session', async () => {
  const weak = weakHash('ein-alter-vorhang')
  await setHash(cast.lena, weak)
  const id = await kontor.userId(cast.lena)
  const { promise: asked, resolve: letGo } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').where('id', '=', id).select('id').forUpdate().execute()
    await asked
  })
  const login = logIn(cast.lena, 'ein-alter-vorhang')
  // The password has been checked; starting the session waits for the locked row.
  await untilBlockedByLock(db)
  const letCrowdGo = fillQueues()
  letGo()
  const { status, headers } = await login
  await holding
  const kept = await hashOf(cast.lena)
  await letCrowdGo()
  assert.deepEqual([status, kept], [200, weak])
  const lena = kontor.client(String(headers['set-cookie']).split(';')[0])
  assert.equal((await lena.get('/auth/sessions/')).status, 200)
})

test('whoever is signed out while the new password is being hashed sets none', async () => {
  await Promise.all([kontor.as(cast.kai), kontor.as(cast.kai)])
  const userId = await kontor.userId(cast.kai)
  const before = await hashOf(cast.kai)
  const own = () =>
    db.selectFrom('sessions').where('user_id', '=', userId).select('id').orderBy('id').execute()
  const [first, second] = await own()
  assert.ok(first && second)
  const set = ({ id: session }: { id: number }) =>
    setPassword(kontor.kontor, {
      userId,
      password: 'ein-neuer-vorhang',
      by: userId,
      session,
      keepSession: session,
    })
  await db.deleteFrom('sessions').where('id', '=', first.id).execute()
  await assert.rejects(set(first), { code: 'unauthorized' })

  // The session is deleted, but the transaction has not been committed yet.
  let setting: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').where('id', '=', second.id).execute()
    setting = assert.rejects(set(second), { code: 'unauthorized' })
    await untilBlockedByLock(db)
  })
  await setting
  assert.deepEqual([await own(), await hashOf(cast.kai)], [[], before])
})

test('a new password and another change of how somebody signs in come one after the other, and neither is lost', async () => {
  const georg = await kontor.as(cast.georg)
  const userId = await kontor.userId(cast.georg)
  const { id: session } = await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  let setting: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await lockUserForUpdate(tx, userId)
    setting = setPassword(kontor.kontor, {
      userId,
      password: 'ein-neuer-vorhang',
      by: userId,
      session,
      keepSession: session,
    })
    await untilBlockedByLock(db)
    assert.equal(await lockSessionForUpdate(tx, session), true)
  })
  await setting
  assert.equal((await logIn(cast.georg, 'ein-neuer-vorhang')).status, 200)
  assert.equal((await georg.get('/users/current/')).status, 200)
})
