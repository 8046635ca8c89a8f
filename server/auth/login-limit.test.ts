import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast, demoPassword } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { failAttempts } from '#server/testing/failed-logins.ts'
import { admitAttempt } from './login-limit.ts'
import { setAttemptFailed } from './store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const nobody = kontor.client()
const { db } = kontor.kontor

const logIn = (username: string, password: string, address: string) =>
  nobody.send('POST', '/auth/login/', { username, password }, { address })

const fail = (username: string, times: number, addressOf: (attempt: number) => string) =>
  failAttempts(kontor.kontor, username, times, addressOf)
/** Backdates attempts by this many minutes. */
const letPass = (minutes: number) =>
  db
    .updateTable('login_attempts')
    .set({ at: sql<Date>`at - make_interval(mins => ${minutes})` })
    .execute()

test('after ten failures an account has to wait where they came from, and nowhere else', async () => {
  await fail('david', 9, () => '10.1.0.1')
  assert.equal((await logIn('david', 'geraten', '10.1.0.1')).status, 401)
  const refused = await logIn('david', demoPassword, '10.1.0.1')
  assert.equal(refused.status, 429)
  const seconds = Number(refused.headers['retry-after'])
  assert.ok(seconds > 200 && seconds <= 300, `${seconds}`)
  await letPass(3)
  const later = await logIn('david', demoPassword, '10.1.0.1')
  assert.ok(Number(later.headers['retry-after']) <= seconds - 180)
  assert.match(String(later.body.details), /noch (eine Minute|2 Minuten)\.$/)
  assert.match(String(refused.body.details), /warten/)
  assert.equal((await logIn('david', demoPassword, '10.1.0.2')).status, 200)
})

test('after ten failures a network has to wait, whatever the accounts', async () => {
  for (let attempt = 0; attempt < 10; attempt++)
    await fail(`niemand-${attempt}`, 1, () => `2001:db8:4:1::${attempt}`)
  assert.equal((await logIn('georg', demoPassword, '2001:db8:4:1::ffff')).status, 429)
  assert.equal((await logIn('georg', demoPassword, '2001:db8:4:2::1')).status, 200)
})

test('after fifty failures the networks around it have to wait as well', async () => {
  for (let attempt = 0; attempt < 50; attempt++)
    await fail(`niemand-${attempt}`, 1, () => `2001:db8:5:${attempt % 10}::1`)
  assert.equal((await logIn('georg', demoPassword, '2001:db8:5:ffff::1')).status, 429)
  assert.equal((await logIn('georg', demoPassword, '2001:db8:6::1')).status, 200)
})

test('an address counts the same however it is written', async () => {
  await fail('niemand', 10, (attempt) => (attempt % 2 === 0 ? '10.2.0.1' : '::ffff:10.2.0.1'))
  assert.equal((await logIn('niemand', 'geraten', '::ffff:a02:1')).status, 429)
})

test('of guesses side by side at one account only thirty are looked at, wherever they come from', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, number) => logIn('elif', `geraten-${number}`, `10.2.1.${number}`)),
  )
  const looked = answers.filter(({ status }) => status === 401)
  assert.ok(looked.length > 0 && looked.length <= 30, `${looked.length}`)
  assert.ok(answers.every(({ status }) => status === 401 || status === 429))
})

test('sixteen right logins at the same time are all let in', async () => {
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, number) => logIn('hannah', demoPassword, `10.5.0.${number}`)),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
})

test('a stranger does not lock out who has logged in from the same network before', async () => {
  assert.equal((await logIn('frieda', demoPassword, '2001:db8:3:1::7')).status, 200)
  await fail('frieda', 30, (attempt) => `10.3.0.${attempt}`)
  assert.equal((await logIn('frieda', demoPassword, '10.3.0.66')).status, 429)
  assert.equal((await logIn('frieda', demoPassword, '2001:db8:3:1::8')).status, 200)
})

test('a single address that was known before networks were counted still is', async () => {
  const user_id = await kontor.userId(cast.lena)
  const address = '2001:db8:7:1::7'
  await db.insertInto('known_addresses').values({ user_id, address }).execute()
  await fail('lena', 30, (attempt) => `10.3.1.${attempt}`)
  assert.equal((await logIn('lena', demoPassword, address)).status, 200)
})

test('a stranger who goes on guessing keeps the owner from a new device for two minutes, not longer', async () => {
  // Ten failures in five minutes are the maximum of one network.
  for (let round = 0; round < 3; round++) {
    await fail('ibrahim', 10, () => '10.6.0.1')
    await letPass(6)
  }
  assert.equal((await logIn('ibrahim', 'geraten', '10.6.0.1')).status, 429)
  assert.equal((await logIn('ibrahim', demoPassword, '10.6.0.2')).status, 200)
})

test('when many networks have guessed, a new one gets one try in two minutes', async () => {
  await fail('jana', 30, (attempt) => `10.7.0.${attempt}`)
  assert.equal((await logIn('jana', 'geraten', '10.7.1.1')).status, 429)
  await letPass(2)
  assert.equal((await logIn('jana', 'geraten', '10.7.1.1')).status, 401)
  assert.equal((await logIn('jana', demoPassword, '10.7.1.2')).status, 429)
  await letPass(2)
  assert.equal((await logIn('jana', demoPassword, '10.7.1.2')).status, 200)
})

test('an account is guessed at fewer than a hundred times in an hour, from known networks and all others', async () => {
  await db.deleteFrom('login_attempts').execute()
  const user_id = await kontor.userId(cast.kai)
  const known = ['10.8.0.1', '10.8.0.2', '10.8.0.3', '10.8.0.4', '10.8.0.5']
  for (const address of known) await db.insertInto('known_addresses').values({ user_id, address }).execute()
  let looked = 0
  for (let minute = 0; minute < 60; minute++) {
    const strangers = ['1', '2', '3'].map((last) => `10.9.${minute}.${last}`)
    for (const address of [...known, ...strangers]) {
      const admitted = await admitAttempt(kontor.kontor, 'kai', address).catch(() => undefined)
      if (!admitted) continue
      await setAttemptFailed(db, admitted.attempt)
      looked++
    }
    await letPass(1)
  }
  assert.ok(looked > 60 && looked <= 100, `${looked}`)
})

test('from a network that has to wait nobody learns who has logged in there before', async () => {
  const address = '2001:db8:9:1::1'
  assert.equal((await logIn('clara', demoPassword, address)).status, 200)
  await fail('niemand', 10, () => address)
  const answers = [
    await logIn('clara', 'geraten', address),
    await logIn('anna', 'geraten', address),
    await logIn('gibt-es-nicht', 'geraten', address),
  ]
  const told = answers.map(({ status, body, headers }) => ({
    status,
    // The remaining wait shrinks between the requests.
    body: { ...body, details: String(body.details).replace(/ noch .*/, '') },
    headers: { ...headers, date: '', 'retry-after': '', 'x-request-id': '' },
  }))
  const rests = answers.map(({ headers }) => Number(headers['retry-after']))
  for (const rest of rests) assert.ok(rest > 200 && rest <= (rests[0] as number), rests.join())
  assert.equal(told[0]?.status, 429)
  assert.deepEqual(told[0], told[1])
  assert.deepEqual(told[0], told[2])
  assert.equal((await logIn('clara', demoPassword, address)).status, 200)
})

test('where everybody else has guessed too much at an account, a wrong password says no more than its absence', async () => {
  const address = '10.10.0.1'
  assert.equal((await logIn('anna', demoPassword, address)).status, 200)
  for (const name of ['anna', 'gibt-es-nicht-2'])
    await fail(name, 30, (attempt) => `10.10.${name.length}.${attempt}`)
  const [there, absent] = [
    await logIn('anna', 'geraten', address),
    await logIn('gibt-es-nicht-2', 'geraten', address),
  ]
  assert.deepEqual([there.status, there.body], [429, absent.body])
  assert.equal((await logIn('anna', demoPassword, address)).status, 200)
})

test('a new password, given by an administrator, ends the wait', async () => {
  await fail('bruno', 10, () => '10.11.0.1')
  assert.equal((await logIn('bruno', demoPassword, '10.11.0.1')).status, 429)
  const clara = await kontor.as(cast.clara)
  const path = `/users/${await kontor.userId(cast.bruno)}/password/`
  assert.equal((await clara.send('PATCH', path, { password: 'ein-neuer-vorhang' })).status, 200)
  assert.equal((await logIn('bruno', 'ein-neuer-vorhang', '10.11.0.2')).status, 200)
})
