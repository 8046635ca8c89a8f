import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { cast } from '#demo/cast.ts'
import { insertJob } from '#server/jobs/store.ts'
import { inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'
import { publishDoc } from '#server/testing/docs.ts'
import { until } from '#server/testing/until.ts'
import { DELIVER_JOB_KIND, queueWebhookEvent } from './outbox-store.ts'
import { signedHeaders } from './sign.ts'
import { deleteOldDeliveries } from './store.ts'

type Received = { headers: IncomingHttpHeaders; body: string }
/** Requests that the receiving program got, and the statuses that it answers next. */
const received: Received[] = []
let answers: number[] = []
const receiver = createServer((request, answer) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    answer.writeHead(answers.shift() ?? 204).end()
  })
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
const address = `http://${host}/kontor`

const kontor = await testApp({ WEBHOOK_PRIVATE_HOSTS: host })
after(async () => {
  await kontor[Symbol.asyncDispose]()
  receiver.close()
})
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const anna = await kontor.as(cast.anna)
const annaId = await kontor.userId(cast.anna)

async function newWebhook(events: string[] = ['people.changed']) {
  await db.deleteFrom('webhooks').execute()
  await db.deleteFrom('jobs').where('kind', '=', 'webhooks.deliver').execute()
  received.length = 0
  answers = []
  const { status, body, text } = await clara.send('POST', '/webhooks/', { address, events })
  assert.equal(status, 200, text)
  return { id: body['webhook_id'] as number, secret: String(body['secret']) }
}
const deliveriesOf = async (id: number) =>
  (await clara.get(`/webhooks/${id}/deliveries/`)).body['items'] as WebhookDelivery[]
const shown = async (id: number) =>
  ((await clara.get('/webhooks/')).body['items'] as Webhook[]).find((webhook) => webhook.id === id)
let names = 0
const newPerson = async () =>
  (await clara.send('POST', '/users/', { username: `neu${++names}` })).body['user_id'] as number

/** Makes waiting jobs due, and begins them. */
async function letPass(jobs: { attempts?: number } = {}) {
  await db
    .updateTable('jobs')
    .set({ run_at: sql<Date>`now()`, ...jobs })
    .where('kind', '=', 'webhooks.deliver')
    .execute()
  kontor.worker.poll()
}
const stateOf = async (id: number) => (await deliveriesOf(id))[0]?.state

test('the signature is what „Standard Webhooks“ gives as its example', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', secret }
  assert.equal(
    signedHeaders(message, 1_614_265_330)['webhook-signature'],
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('what is told is signed with the secret that was shown once, and names nobody', async () => {
  const { id, secret } = await newWebhook()
  const person = await newPerson()
  await until(() => received.length === 1, 'nothing was told')
  const { headers, body } = received[0] as Received
  const told = JSON.parse(body) as { type: string; timestamp: string; data: object }
  assert.equal(told.type, 'people.changed')
  assert.deepEqual(told.data, { change: 'created', user_ids: [person], count: 1 })
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const mac = createHmac('sha256', key).update(signed).digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${mac}`)
  assert.match(String(headers['webhook-id']), /^msg_[\w-]{36}$/)
  assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000) < 600)
  await until(async () => (await stateOf(id)) === 'delivered', 'not written down')
  const [delivery] = await deliveriesOf(id)
  assert.deepEqual([delivery?.status, delivery?.tries, delivery?.problem], [204, 1, null])
  assert.ok(!JSON.stringify((await clara.get('/webhooks/')).body).includes(secret.slice(6)))
})

test('only what is committed is told, and only to webhooks that are on and want to hear of it', async () => {
  const { id } = await newWebhook(['times.sent'])
  await newPerson()
  assert.deepEqual(await deliveriesOf(id), [])
  await clara.send('PATCH', `/webhooks/${id}/`, { events: ['people.changed'] })
  const failing = inTransaction(kontor.kontor, async (tx) => {
    await queueWebhookEvent(tx, 'people.changed', { change: 'changed', user_ids: [1], count: 1 })
    throw new Error('not committed')
  })
  await assert.rejects(failing, /not committed/)
  assert.deepEqual(await deliveriesOf(id), [])
  await clara.send('PATCH', `/webhooks/${id}/`, { is_active: false })
  await newPerson()
  assert.deepEqual(await deliveriesOf(id), [])
  await clara.send('PATCH', `/webhooks/${id}/`, { is_active: true })
  await newPerson()
  assert.equal((await deliveriesOf(id)).length, 1)
})

test('a receiver that fails is told again under the same number, with a signature of that moment', async () => {
  const { id } = await newWebhook()
  answers = [500, 429]
  await newPerson()
  await until(async () => (await stateOf(id)) === 'delivered', 'not delivered', { each: letPass })
  assert.equal(received.length, 3)
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(received.map(({ body }) => body)).size, 1)
  assert.equal((await deliveriesOf(id))[0]?.tries, 3)
})

test('a bug of our own is not told as a receiver that is out of reach: the delivery waits', async ({
  mock,
}) => {
  const { id } = await newWebhook()
  const broken = mock.method(AbortSignal, 'timeout', () => {
    throw new TypeError('a bug')
  })
  await newPerson()
  await until(() => broken.mock.callCount() > 0, 'not tried')
  broken.mock.restore()
  const [delivery] = await deliveriesOf(id)
  assert.equal(delivery?.problem, null)
  await until(async () => (await stateOf(id)) === 'delivered', 'not delivered', { each: letPass })
})

test('who has taken nothing for a day is switched off, administrators are told, and it can be sent again', async () => {
  const { id } = await newWebhook()
  answers = Array<number>(3).fill(500)
  await newPerson()
  await until(async () => (await deliveriesOf(id))[0]?.problem !== null, 'not tried')
  await until(async () => (await stateOf(id)) === 'failed', 'not given up', {
    each: () => letPass({ attempts: 27 }),
  })
  const [delivery] = await deliveriesOf(id)
  assert.deepEqual(
    [delivery?.status, delivery?.problem],
    [500, 'Im anderen Programm ist ein Fehler geschehen (Antwort 500).'],
  )
  const webhook = await shown(id)
  assert.equal(webhook?.is_active, false)
  assert.ok(webhook?.switched_off_at !== null)
  const row = await db
    .selectFrom('audit')
    .where('action', '=', 'webhook.switched_off')
    .select('user_id')
    .executeTakeFirst()
  assert.deepEqual(row, { user_id: null })
  const resend = () => clara.send('POST', `/webhooks/${id}/deliveries/${delivery?.id}/resend/`)
  assert.equal((await resend()).status, 409)
  await clara.send('PATCH', `/webhooks/${id}/`, { is_active: true })
  assert.equal((await shown(id))?.switched_off_at, null)
  answers = []
  await until(async () => (await resend()).status === 200, 'cannot be sent again')
  await until(async () => (await stateOf(id)) === 'delivered', 'not sent again', { each: letPass })
  assert.equal(received.at(-1)?.headers['webhook-id'], received[0]?.headers['webhook-id'])
})

test('one whose last try is not quite over is not sent again yet, and stays as it was', async () => {
  const { id } = await newWebhook()
  const delivery = await db
    .insertInto('webhook_deliveries')
    .values({ webhook_id: id, event: 'people.changed', body: '{}', state: 'delivered' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const resend = () => clara.send('POST', `/webhooks/${id}/deliveries/${delivery.id}/resend/`)
  const job = {
    kind: DELIVER_JOB_KIND,
    queue: String(id),
    key: String(delivery.id),
    payload: {},
    seconds: 3_600,
  }
  await inTransaction(kontor.kontor, (tx) => insertJob(tx, job))
  assert.equal((await resend()).status, 409)
  assert.equal(await stateOf(id), 'delivered')
  await db.deleteFrom('jobs').where('kind', '=', DELIVER_JOB_KIND).execute()
  assert.equal((await resend()).status, 200)
})

test('what a webhook does not take is a warning in the log, and no failure of the program', async (t) => {
  const failures = () => db.selectFrom('failures').select('reference').orderBy('reference').execute()
  await kontor.app.failures.flush()
  const before = await failures()
  const warn = t.mock.method(kontor.app.log, 'warn')
  const { id } = await newWebhook()
  answers = [503]
  await newPerson()
  await until(() => warn.mock.callCount() > 0, 'nothing in the log')
  const [facts, said]: unknown[] = warn.mock.calls[0]?.arguments ?? []
  assert.deepEqual(facts, { event: 'webhook.not_taken' })
  assert.match(String(said), new RegExp(`^webhook ${id} has not taken delivery \\d+ \\(503\\)$`))
  await kontor.app.failures.flush()
  assert.deepEqual(await failures(), before)
})

test('one that takes other tellings stays on when a single one is given up', async () => {
  const { id } = await newWebhook()
  answers = [400]
  await newPerson()
  await until(async () => (await deliveriesOf(id))[0]?.problem !== null, 'not tried')
  await newPerson()
  await until(async () => (await stateOf(id)) === 'delivered', 'the second was not taken')
  answers = [400, 400]
  const isGivenUp = async () => (await deliveriesOf(id)).at(-1)?.state === 'failed'
  await until(isGivenUp, 'not given up', { each: () => letPass({ attempts: 27 }) })
  assert.equal((await shown(id))?.is_active, true)
})

test('of what somebody fills in a webhook hears once for each process in five minutes, and no answers', async () => {
  const { id } = await newWebhook(['document.filled_in'])
  const content = processOf(paragraph(textareaField('Eins'), textareaField('Zwei')))
  const document_id = await publishDoc(clara, content, { name: 'Übergabe' })
  const fill = async (data: object) =>
    assert.equal((await anna.send('PATCH', `/docs/${document_id}/currentuserdata/`, { data })).status, 200)
  await fill({ Eins: 'geheim' })
  await fill({ Zwei: 'auch geheim' })
  assert.equal((await deliveriesOf(id)).length, 1)
  assert.equal(received.length, 0)
  await until(() => received.length === 1, 'nothing was told', { each: letPass })
  const told = JSON.parse(received[0]?.body ?? '') as { data: object }
  assert.deepEqual(told.data, { document_id, document_name: 'Übergabe', user_id: annaId })
  await until(async () => (await stateOf(id)) === 'delivered', 'not written down')
  await fill({ Zwei: 'noch etwas' })
  assert.equal((await deliveriesOf(id)).length, 2)
})

test('of a process that is handed in a webhook hears at once, beside what was filled in', async () => {
  const { id } = await newWebhook(['document.filled_in'])
  const shown = { name: 'Unterweisung', hand_in: 'plain' }
  const document_id = await publishDoc(clara, processOf(), shown)
  const handed = await anna.send('POST', `/docs/${document_id}/currentuserdata/hand_in/`, {})
  assert.equal(handed.status, 200)
  await until(async () => (await stateOf(id)) === 'delivered', 'not told', { each: letPass })
  const told = JSON.parse(received.at(-1)?.body ?? '') as { data: object }
  assert.deepEqual(told.data, {
    document_id,
    document_name: 'Unterweisung',
    user_id: annaId,
    handed_in_at: handed.body['handed_in_at'],
  })
})

test('a trial goes out at once, also to a webhook that is switched off', async () => {
  const { id } = await newWebhook()
  await clara.send('PATCH', `/webhooks/${id}/`, { is_active: false })
  assert.equal((await clara.send('POST', `/webhooks/${id}/test/`)).status, 200)
  await until(() => received.length === 1, 'no trial')
  assert.equal((JSON.parse(received[0]?.body ?? '') as { type: string }).type, 'test')
})

test('an inner address is refused when it is set, and again when something is to be sent there', async () => {
  for (const inner of [
    'http://127.0.0.1:1/',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://localhost./',
    'https://empfang.localhost/',
    'kontor.example',
  ]) {
    const { status, body } = await clara.send('POST', '/webhooks/', {
      address: inner,
      events: ['people.changed'],
    })
    assert.equal(status, 422, inner)
    assert.match(String(body['details']), /https:\/\//)
  }
  const { id } = await newWebhook()
  await db.updateTable('webhooks').set({ address: 'http://127.0.0.1:1/' }).where('id', '=', id).execute()
  await clara.send('POST', `/webhooks/${id}/test/`)
  const problem = async () => (await deliveriesOf(id))[0]?.problem
  await until(async () => (await problem()) !== null, 'not tried')
  assert.match(String(await problem()), /^An diese Adresse darf Kontor nicht senden/)
})

test('webhooks are for administrators, who say their password anew; of another’s log nothing is shown', async () => {
  const { id } = await newWebhook()
  const body = { address, events: ['people.changed'] }
  for (const answer of [
    await anna.get('/webhooks/'),
    await anna.send('POST', '/webhooks/', body),
    await anna.get(`/webhooks/${id}/deliveries/`),
  ])
    assert.equal(answer.status, 403)
  await newPerson()
  const [delivery] = await deliveriesOf(id)
  const elsewhere = await clara.send('POST', `/webhooks/${id + 1}/deliveries/${delivery?.id}/resend/`)
  assert.equal(elsewhere.status, 404)
  assert.equal((await clara.get(`/webhooks/${id + 1}/deliveries/`)).status, 404)
  const late = await kontor.as(cast.clara)
  await db.updateTable('sessions').set({ confirmed_at: sql<Date>`now() - interval '13 hours'` }).execute()
  assert.equal((await late.send('POST', '/webhooks/', body)).status, 403)
  await db.updateTable('sessions').set({ confirmed_at: new Date() }).execute()
  assert.equal((await clara.send('DELETE', `/webhooks/${id}/`)).status, 200)
})

test('the log is kept for 30 days; what still waits stays', async () => {
  const { id } = await newWebhook()
  const row = { webhook_id: id, event: 'people.changed', body: '{}' }
  const made_at = sql<Date>`now() - interval '31 days'`
  await db
    .insertInto('webhook_deliveries')
    .values([
      { ...row, state: 'delivered', made_at },
      { ...row, state: 'waiting', made_at },
      { ...row, state: 'failed' },
    ])
    .execute()
  await deleteOldDeliveries(db)
  assert.deepEqual(
    (await deliveriesOf(id)).map(({ state }) => state),
    ['failed', 'waiting'],
  )
})

test('the audit log names the host of a webhook, and never the rest of its address, which may be a secret', async () => {
  const { id } = await newWebhook()
  await clara.send('PATCH', `/webhooks/${id}/`, { is_active: false })
  await clara.send('POST', `/webhooks/${id}/test/`)
  await clara.send('DELETE', `/webhooks/${id}/`)
  // Written by release 1.
  await db
    .insertInto('audit')
    .values({
      user_id: null,
      action: 'webhook.test',
      subject: JSON.stringify({ webhook_id: id, address: 'https://hooks.example/services/GEHEIM?x=GEHEIM' }),
    })
    .execute()
  const { text } = await clara.get('/audit/', { query: { filter_kind: 'webhook', per_page: '200' } })
  assert.match(text, /hooks\.example/)
  assert.doesNotMatch(text, /GEHEIM/)
  const rows = await db
    .selectFrom('audit')
    .where('action', 'like', 'webhook.%')
    .where('action', '<>', 'webhook.test')
    .select('subject')
    .execute()
  for (const { subject } of rows) assert.doesNotMatch(String((subject as { address?: string }).address), /\//)
})
