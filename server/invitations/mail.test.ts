import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { cast, demoPassword, emailOf } from '#demo/cast.ts'
import { limits } from '#server/http/limits.ts'
import { testApp } from '#server/testing/app.ts'
import { trustLocalhost } from '#server/testing/certificate.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { until } from '#server/testing/until.ts'

trustLocalhost()
let server = await startMailServer()
const { port } = server
const base = 'http://kontor.example'
const settings = {
  SMTP_URL: `smtp://localhost:${port}`,
  MAIL_FROM: 'kontor@nordlicht.example',
  PUBLIC_URL: base,
}
const world = await testApp(settings, { limits })
after(async () => {
  await world[Symbol.asyncDispose]()
  await server.stop()
})
const { db } = world.kontor
const clara = await world.as(cast.clara)
const nobody = world.client()
const annaId = await world.userId(cast.anna)

async function restart(options: Parameters<typeof startMailServer>[0] = {}) {
  await server.stop()
  server = await startMailServer({ port, ...options })
}
afterEach(async () => {
  await db.deleteFrom('jobs').execute()
  await restart()
})

const invite = (user_ids: number[]) => clara.send('POST', '/invitations/', { way: 'email', user_ids })
const invitationOf = async (id: number) =>
  (await clara.get(`/users/${id}/`)).body['invitation'] as Record<string, string | null>
const isTold = (id: number) => async () => (await invitationOf(id))['problem'] !== null
const tokenIn = (text = '') => /\/ui\/invitation#([\w-]{22})/.exec(text)?.[1] ?? ''
const accept = (token: string, password: string) =>
  nobody.send('POST', '/invitations/accept/', { token, password })
const forget = (account: string, address = '203.0.113.1') =>
  nobody.send('POST', '/auth/forgotten/', { account }, { address })
/** Skips the pause before the next attempt. */
const tryAgain = async () => {
  await db
    .updateTable('jobs')
    .set({ run_at: new Date(0) })
    .execute()
  world.worker.poll()
}

test('a mail brings the link, to the own address before the planner’s, and the list says that it has gone out', async () => {
  const sent = await invite([annaId, await world.userId(cast.elif)])
  assert.deepEqual([sent.status, sent.body['invited'], sent.body['path']], [200, 2, null])
  await until(() => server.received.length === 2)
  const { to, text } =
    server.received.find(({ to }) => to[0] === emailOf(cast.anna)) ?? assert.fail('no mail')
  assert.deepEqual(to, [emailOf(cast.anna)])
  assert.match(text, /^Subject: Ihr Zugang zu Kontor\r?$/m)
  assert.match(text, /für Sie ist ein Zugang zu Kontor eingerichtet/)
  assert.ok(text.includes(`${base}/ui/invitation#`))
  assert.match(text, /Ihr Benutzername: anna/)
  await until(async () => (await invitationOf(annaId))['mail'] === 'sent')

  await clara.send('PATCH', `/users/${annaId}/email/`, { email: 'anna@privat.example' })
  await invite([annaId])
  await until(() => server.received.length === 3)
  const newer = server.received.at(-1)
  assert.deepEqual(newer?.to, ['anna@privat.example'])
  assert.equal((await accept(tokenIn(text), 'erster-vorhang')).status, 404)
  assert.equal((await accept(tokenIn(newer?.text), 'zweiter-vorhang')).status, 200)
})

test('while the mail server is away the mail waits and says why; it goes out when the server is back', async (t) => {
  const warn = t.mock.method(world.app.log, 'warn')
  await server.stop()
  await invite([annaId])
  await until(isTold(annaId))
  const waiting = await invitationOf(annaId)
  assert.deepEqual([waiting['mail'], waiting['problem']], ['waiting', 'Der Mailserver antwortet nicht.'])
  server = await startMailServer({ port })
  await until(async () => {
    await tryAgain()
    return server.received.length > 0
  })
  await until(async () => (await invitationOf(annaId))['mail'] === 'sent')
  assert.equal((await invitationOf(annaId))['problem'], null)
  // The mail server is at fault, not this application, so the failure is logged as a warning.
  assert.deepEqual(warn.mock.calls[0]?.arguments, [
    { event: 'mail.unsent', code: 'ESOCKET' },
    'Der Mailserver antwortet nicht.',
  ])
  await world.app.failures.flush()
  assert.deepEqual(await db.selectFrom('failures').select('what').execute(), [])
})

test('an address that the mail server does not take is not tried again', async () => {
  await restart({ unknown: 'anna@privat.example' })
  await invite([annaId])
  await until(async () => (await invitationOf(annaId))['mail'] === 'failed')
  assert.equal((await invitationOf(annaId))['problem'], 'Der Mailserver nimmt die E-Mail-Adresse nicht an.')
  await until(async () => (await db.selectFrom('jobs').select('id').execute()).length === 0)
})

for (const [what, options, sentence] of [
  ['without encryption', { isPlain: true }, 'Der Mailserver bietet keine Verschlüsselung an.'],
  ['with a wrong certificate', { isForeign: true }, 'Dem Zertifikat des Mailservers ist nicht zu trauen.'],
] as const)
  test(`nothing is sent to a server ${what}`, async () => {
    await restart(options)
    await invite([annaId])
    await until(isTold(annaId))
    assert.equal((await invitationOf(annaId))['problem'], sentence)
    assert.deepEqual(server.received, [])
  })

test('nothing that somebody is called becomes a head or another address of a mail', async () => {
  const id = await world.userId(cast.frieda)
  await db
    .updateTable('users')
    .set({
      persplan_vorname: 'Frieda\r\nBcc: alle@nordlicht.example\r\n\r\nGewonnen',
      persplan_nachname: '<x@y.example>',
    })
    .where('id', '=', id)
    .execute()
  await invite([id])
  await until(() => server.received.length === 1)
  const [{ to, text } = assert.fail('no mail')] = server.received
  assert.deepEqual(to, [emailOf(cast.frieda)])
  assert.doesNotMatch(text.split('\r\n\r\n')[0] ?? '', /^Bcc/m)
  await db
    .updateTable('users')
    .set({ persplan_email: 'a@b.example\r\nRCPT TO:<alle@nordlicht.example>' })
    .where('id', '=', id)
    .execute()
  assert.equal((await invite([id])).status, 409)
})

test('whoever has forgotten the password gets a link by mail that holds an hour, and is signed out elsewhere', async () => {
  const bruno = await world.as(cast.bruno)
  assert.equal((await forget(' BRUNO ')).status, 200)
  await until(() => server.received.length === 1)
  const [{ to, text } = assert.fail('no mail')] = server.received
  assert.deepEqual(to, [emailOf(cast.bruno)])
  assert.match(text, /Waren Sie das nicht\?/)
  const token = tokenIn(text)
  const { body } = await nobody.send('POST', '/invitations/open/', { token })
  assert.deepEqual([body['username'], body['is_reset']], ['bruno', true])
  const left = Date.parse(String(body['expires_at'])) - Date.now()
  assert.ok(left > 0 && left <= 3_600_000)
  assert.equal((await accept(token, 'brunos-neuer-vorhang')).status, 200)
  assert.equal((await bruno.get('/users/current/')).status, 401)
  const logIn = (password: string) => nobody.send('POST', '/auth/login/', { username: 'bruno', password })
  assert.equal((await logIn(demoPassword)).status, 401)
  assert.equal((await logIn('brunos-neuer-vorhang')).status, 200)
})

test('what is answered does not tell who has an account; who has none, no password or just got one gets no mail', async () => {
  await db.updateTable('users').set({ password_hash: null }).where('username', '=', 'kai').execute()
  const { body } = await forget('hannah')
  await until(() => server.received.length === 1)
  for (const account of ['niemand', 'kai', 'hannah', emailOf(cast.kai)]) {
    const { status, body: other } = await forget(account)
    assert.equal(status, 200)
    assert.deepEqual(other, body)
  }
  await forget(emailOf(cast.jana))
  await until(async () => (await db.selectFrom('jobs').select('id').execute()).length === 0)
  assert.deepEqual(
    server.received.map(({ to }) => to[0]),
    [emailOf(cast.hannah), emailOf(cast.jana)],
  )
})

test('a link that came by mail is over when the person gets another address; one that still waits goes there', async () => {
  const change = (email: string) => clara.send('PATCH', `/users/${annaId}/email/`, { email })
  const mailed = async (count: number) => {
    await until(() => server.received.length === count)
    await until(async () => (await invitationOf(annaId))['mail'] === 'sent')
    return tokenIn(server.received.at(-1)?.text)
  }
  await change('anna@vertippt.example')
  await invite([annaId])
  const first = await mailed(1)
  await change('anna@richtig.example')
  assert.equal((await accept(first, 'dritter-vorhang')).status, 404)
  assert.equal((await invitationOf(annaId))['is_over'], true)

  await server.stop()
  await invite([annaId])
  await until(isTold(annaId))
  await change('anna@neu.example')
  server = await startMailServer({ port })
  await until(async () => {
    await tryAgain()
    return server.received.length > 0
  })
  const second = await mailed(1)
  assert.deepEqual(server.received.at(-1)?.to, ['anna@neu.example'])
  await change('anna@neu.example')
  assert.equal((await accept(second, 'vierter-vorhang')).status, 200)
})

test('whose address was corrected gets a link for a new password there at once', async () => {
  const id = await world.userId(cast.ibrahim)
  await forget('IBRAHIM')
  await until(() => server.received.length === 1)
  const token = tokenIn(server.received[0]?.text)
  await clara.send('PATCH', `/users/${id}/email/`, { email: 'neu@richtig.example' })
  assert.equal((await accept(token, 'fremder-vorhang')).status, 404)
  await forget('IBRAHIM')
  await until(() => server.received.length === 2)
  assert.deepEqual(server.received[1]?.to, ['neu@richtig.example'])
})

test('asking often is refused by network and by what was typed, whether that exists or not', async () => {
  const { budgets } = world.kontor
  for (const account of ['lena', 'niemand-so']) {
    for (let spent = 0; spent < budgets.table.rates.forgotten_name.most; spent++)
      budgets.take('forgotten_name', account)
    assert.equal((await forget(account)).status, 429)
  }
  for (let spent = 0; spent < budgets.table.rates.forgotten.most; spent++)
    budgets.take('forgotten', '203.0.113.77')
  assert.equal((await forget('georg', '203.0.113.77')).status, 429)
})
