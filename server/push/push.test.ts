import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { PushDevice } from '#contract/push.ts'
import { cast, type Person } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { newDevice, registerDevice } from '#server/testing/devices.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import type { PushRequest } from './deliver.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

/** Messages that the simulated push service has received, and the statuses that it answers per endpoint. */
const sent: PushRequest[] = []
const answers = new Map<string, number[]>()
kontor.kontor.push = {
  deliver: async (parcel) => {
    sent.push(parcel)
    return { status: answers.get(parcel.endpoint)?.shift() ?? 201, retryAfter: undefined }
  },
}
const subscribe = (who: Client, body: object) => who.send('POST', '/users/current/pushsubscription/', body)
const devices = async (who: Client) =>
  (await who.get('/users/current/pushsubscriptions/')).body['items'] as PushDevice[]
/** Runs all queued jobs, also those that are not due yet. */
async function work() {
  for (let round = 0; round < 200; round++) {
    const waiting = await db.selectFrom('jobs').select('id').execute()
    if (waiting.length === 0) return
    await db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .execute()
    kontor.worker.poll()
    await new Promise((soon) => setTimeout(soon, 20))
  }
  assert.fail('jobs are left')
}
/** Runs jobs until the service has refused one, which is then queued for a later retry. */
async function untilPostponed() {
  const postponed = db.selectFrom('jobs').where('attempts', '>', 0).where('run_at', '>', sql<Date>`now()`)
  while (!(await postponed.select('id').executeTakeFirst())) {
    await db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .where('attempts', '=', 0)
      .execute()
    kontor.worker.poll()
    await new Promise((soon) => setTimeout(soon, 20))
  }
}
async function subscribed(person: Person) {
  const who = await kontor.as(person)
  return { who, ...(await registerDevice(who)) }
}
const toldTo = (endpoint: string) => sent.filter((parcel) => parcel.endpoint === endpoint).length

test('the key of the server is made once and kept', async () => {
  const key = async () => (await clara.get('/users/current/')).body['webpush_application_server_key']
  const first = await key()
  assert.match(String(first), /^[\w-]{87}$/)
  assert.equal(await key(), first)
})

test('a device is listed, can be taken off, and belongs to who signed in on it last', async () => {
  const anna = await subscribed(cast.anna)
  const [mine] = await devices(anna.who)
  assert.equal(mine?.is_this, true)
  const bruno = await kontor.as(cast.bruno)
  await subscribe(bruno, { endpoint: anna.endpoint, expirationTime: null, keys: anna.keys })
  assert.deepEqual(await devices(anna.who), [])
  const [his] = await devices(bruno)
  assert.equal((await anna.who.send('DELETE', `/users/current/pushsubscriptions/${his?.id}/`)).status, 404)
  assert.equal((await bruno.send('DELETE', `/users/current/pushsubscriptions/${his?.id}/`)).status, 200)
})

test('unknown services and unreadable keys are refused', async () => {
  for (const body of [
    { ...newDevice(), endpoint: 'https://boese.example/x' },
    { ...newDevice(), endpoint: 'http://fcm.googleapis.com/x' },
    { ...newDevice(), keys: { p256dh: 'x', auth: 'y' } },
    { ...newDevice(), keys: {} },
    { ...newDevice(), expirationTime: undefined },
  ])
    assert.equal((await subscribe(clara, body)).status, 422)
})

test('a trial reaches one’s own devices; without one it says so', async () => {
  const elif = await kontor.as(cast.elif)
  const none = await elif.send('POST', '/users/current/pushsubscription/test/')
  assert.equal(none.status, 409)
  const body = newDevice()
  await subscribe(elif, body)
  assert.equal((await elif.send('POST', '/users/current/pushsubscription/test/')).status, 200)
  await work()
  assert.equal(toldTo(body.endpoint), 1)
  const [parcel] = sent.filter(({ endpoint }) => endpoint === body.endpoint)
  assert.equal(parcel?.headers['content-encoding'], 'aes128gcm')
  assert.match(String(parcel?.headers['authorization']), /^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/)
})

test('a device that is gone is forgotten, a service that fails is asked again', async () => {
  const gone = await subscribed(cast.frieda)
  answers.set(gone.endpoint, [410])
  await gone.who.send('POST', '/users/current/pushsubscription/test/')
  await work()
  assert.deepEqual(await devices(gone.who), [])
  const later = await subscribed(cast.frieda)
  answers.set(later.endpoint, [503, 429])
  await later.who.send('POST', '/users/current/pushsubscription/test/')
  await work()
  assert.equal(toldTo(later.endpoint), 3)
})

test('logging out takes the device off', async () => {
  const david = await subscribed(cast.david)
  await david.who.send('POST', '/auth/logout/')
  assert.deepEqual(await devices(await kontor.as(cast.david)), [])
})

test('of a direct message the other is told, unless they have read it by then or are muted', async () => {
  const georg = await subscribed(cast.georg)
  const hannah = await kontor.as(cast.hannah)
  const user_id = await kontor.userId(cast.georg)
  const id = (await hannah.send('POST', '/chat/direct/', { user_id })).body['direct_chat_id'] as number
  const path = `/chat/direct/${id}/`
  const say = (message: string) => hannah.send('POST', `${path}send_message/`, { message })
  await say('Bist du da?')
  await work()
  assert.equal(toldTo(georg.endpoint), 1)
  await say('Hallo?')
  await georg.who.get(path)
  await work()
  assert.equal(toldTo(georg.endpoint), 1)
  await georg.who.send('PATCH', `${path}settings/`, { noise_level: 'mute' })
  await say('Na gut.')
  await work()
  assert.equal(toldTo(georg.endpoint), 1)
})

test('a group alerts only those who want it, members or administrators, and not the author', async () => {
  await clara.send('PUT', '/groups/custom/Alarm/')
  const people = [cast.ibrahim, cast.jana, cast.kai]
  for (const person of people) await clara.send('PUT', `/users/${await kontor.userId(person)}/groups/Alarm/`)
  const [ibrahim, jana, kai] = await Promise.all(people.map(subscribed))
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Alarm')
    .select('id')
    .executeTakeFirstOrThrow()
  const admin = await subscribed(cast.clara)
  for (const one of [ibrahim, jana, admin])
    await one?.who.send('PATCH', `/chat/groups/${id}/settings/`, { noise_level: 'alert' })
  await ibrahim?.who.send('POST', `/chat/groups/${id}/send_message/`, { message: 'Alle Mann an Deck' })
  await work()
  assert.deepEqual(
    [ibrahim, jana, kai, admin].map((one) => toldTo(one?.endpoint ?? '')),
    [0, 1, 0, 1],
  )
})

test('what waits for a device is not sent once its owner may not see the room, or wants to hear nothing of it', async () => {
  await clara.send('PUT', '/groups/custom/Warteraum/')
  const people = [cast.ibrahim, cast.jana]
  for (const person of people)
    await clara.send('PUT', `/users/${await kontor.userId(person)}/groups/Warteraum/`)
  const [ibrahim, jana] = await Promise.all(people.map(subscribed))
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Warteraum')
    .select('id')
    .executeTakeFirstOrThrow()
  const settings = (noise_level: string) =>
    jana?.who.send('PATCH', `/chat/groups/${id}/settings/`, { noise_level })
  const endpoint = jana?.endpoint ?? ''
  const show = (visible: boolean) => clara.send('PATCH', `/chat/groups/${id}/admin_settings/`, { visible })
  const membership = `/users/${await kontor.userId(cast.jana)}/groups/Warteraum/`
  const changes: [taken: () => Promise<unknown> | undefined, given: () => Promise<unknown> | undefined][] = [
    [() => settings('mute'), () => settings('alert')],
    [() => show(false), () => show(true)],
    [() => clara.send('DELETE', membership), () => clara.send('PUT', membership)],
  ]
  await settings('alert')
  for (const [taken, given] of changes) {
    const before = toldTo(endpoint)
    answers.set(endpoint, [503])
    await ibrahim?.who.send('POST', `/chat/groups/${id}/send_message/`, { message: 'Nur für uns' })
    await untilPostponed()
    await taken()
    await work()
    assert.equal(toldTo(endpoint), before + 1)
    await given()
  }
})

test('that times are missing is a wish of its own, and stays as it was where nothing is said of it', async () => {
  const kai = await kontor.as(cast.kai)
  const wishes = { quiet_from: null, quiet_until: null, recorder_duty: true, new_document: true }
  const put = (change: object) => kai.send('PUT', '/users/current/pushwishes/', { ...wishes, ...change })
  const known = async () => (await kai.get('/users/current/pushwishes/')).body
  assert.deepEqual(await known(), { ...wishes, missing_times: true })
  assert.equal((await put({ missing_times: false })).status, 200)
  // An older client, which does not send `missing_times`.
  assert.equal((await put({ new_document: false })).status, 200)
  assert.deepEqual(await known(), { ...wishes, new_document: false, missing_times: false })
})

test('in quiet hours nothing makes a sound; they may reach over midnight', async () => {
  const lena = await subscribed(cast.lena)
  const wish = (quiet_from: string | null, quiet_until: string | null) =>
    lena.who.send('PUT', '/users/current/pushwishes/', {
      quiet_from,
      quiet_until,
      recorder_duty: true,
      new_document: true,
    })
  assert.equal((await wish('22:00', null)).status, 422)
  assert.equal((await wish('22:00', '22:00')).status, 422)
  const wall = Temporal.Now.plainTimeISO('Europe/Berlin')
  const clock = (minutes: number) => wall.add({ minutes }).toString().slice(0, 5)
  assert.equal((await wish(clock(-60), clock(60))).status, 200)
  assert.equal((await lena.who.send('POST', '/users/current/pushsubscription/test/')).status, 409)
  await wish(clock(60), clock(120))
  assert.equal((await lena.who.send('POST', '/users/current/pushsubscription/test/')).status, 200)
  await work()
  assert.equal(toldTo(lena.endpoint), 1)
})

test('new recorders are told once there is something to record', async () => {
  const lena = await subscribed(cast.lena)
  const userId = await kontor.userId(cast.lena)
  const record = ({ path }: { path: string }) => clara.send('PUT', `${path}/users/`, { user_ids: [userId] })
  const open = await insertHappening(db, {})
  await record(open)
  await record(open)
  await work()
  assert.equal(toldTo(lena.endpoint), 1)
  const drafts = [
    await insertHappening(db, { status: 'Entwurf' }),
    await insertHappening(db, { status: 'Entwurf' }),
    await insertHappening(db, { status: 'Inaktiv' }),
  ] as const
  for (const draft of drafts) await record(draft)
  await work()
  assert.equal(toldTo(lena.endpoint), 1)
  const setStatus = (status: string, ...happenings: { id: number }[]) =>
    clara.send('POST', '/happenings/mass_edit/', { happening_ids: happenings.map(({ id }) => id), status })
  await setStatus('Aktiv', drafts[0])
  await work()
  assert.equal(toldTo(lena.endpoint), 2)
  // Two happenings that become Aktiv at once cause one notification. A happening that stays Aktiv, or becomes
  // it again for a correction, causes none.
  await setStatus('Aktiv', ...drafts)
  await work()
  assert.equal(toldTo(lena.endpoint), 3)
  await setStatus('Erledigt', ...drafts)
  await setStatus('Aktiv', ...drafts)
  await work()
  assert.equal(toldTo(lena.endpoint), 3)
  // Recorders of a finished happening are notified once, when it is active again.
  const over = await insertHappening(db, { status: 'Erledigt' })
  await record(over)
  await work()
  assert.equal(toldTo(lena.endpoint), 3)
  for (const status of ['Archiv', 'Erledigt', 'Aktiv', 'Erledigt', 'Aktiv']) await setStatus(status, over)
  await work()
  assert.equal(toldTo(lena.endpoint), 4)
})

test('readers are told of a document that becomes Aktiv; of what somebody does not want to hear, nothing', async () => {
  const anna = await subscribed(cast.anna)
  const doc = (await clara.send('POST', '/docs/', { name: 'Neu' })).body['doc_id'] as number
  await clara.send('PUT', `/docs/${doc}/visibility/public/`, { public: true })
  const setStatus = (status: string) => clara.send('PUT', `/docs/${doc}/status/`, { status })
  await setStatus('Aktiv')
  await work()
  assert.equal(toldTo(anna.endpoint), 1)
  await anna.who.send('PUT', '/users/current/pushwishes/', {
    quiet_from: null,
    quiet_until: null,
    recorder_duty: false,
    new_document: false,
  })
  await setStatus('Inaktiv')
  await setStatus('Aktiv')
  const { path } = await insertHappening(db, {})
  await clara.send('PUT', `${path}/users/`, { user_ids: [await kontor.userId(cast.anna)] })
  await work()
  assert.equal(toldTo(anna.endpoint), 1)
})

test('what a push service refuses is logged without the secret address: for good at once, for now with another try', async (t) => {
  const hannah = await subscribed(cast.hannah)
  const mocked = (level: 'error' | 'warn') => {
    const { mock } = t.mock.method(kontor.app.log, level, () => {})
    return () => {
      const lines = mock.calls.map((call) => call.arguments as [{ err?: unknown; event?: string }, string])
      mock.resetCalls()
      return lines
    }
  }
  const [errors, warnings] = [mocked('error'), mocked('warn')]
  const told = async (...statuses: number[]) => {
    answers.set(hannah.endpoint, statuses)
    const before = toldTo(hannah.endpoint)
    await hannah.who.send('POST', '/users/current/pushsubscription/test/')
    await work()
    return toldTo(hannah.endpoint) - before
  }
  assert.equal((await devices(hannah.who)).length, 1)
  for (const status of [400, 413]) {
    assert.equal(await told(status), 1)
    const [line, ...more] = errors()
    assert.match(String(line?.[0].err), new RegExp(`fcm.googleapis.com answered ${status} for device \\d+$`))
    assert.deepEqual(more, [])
  }
  for (const status of [401, 403, 429]) {
    assert.equal(await told(status), 2)
    assert.deepEqual(errors(), [])
    const [[facts, says] = assert.fail('nothing in the log'), ...more] = warnings()
    assert.deepEqual([facts.event, more], ['push.not_taken', []])
    assert.match(says, new RegExp(`^fcm.googleapis.com answered ${status} for device \\d+$`))
  }
  assert.equal(await told(...Array.from({ length: 9 }, () => 403)), 6)
  assert.equal((await devices(hannah.who)).length, 1)
})

test('a push service that says when it wants to be asked again is asked no sooner', async () => {
  const { push } = kontor.kontor
  const ibrahim = await subscribed(cast.ibrahim)
  kontor.kontor.push = { deliver: async () => ({ status: 429, retryAfter: 900 }) }
  await ibrahim.who.send('POST', '/users/current/pushsubscription/test/')
  const waits = async () => {
    const { run_at } = await db.selectFrom('jobs').select('run_at').executeTakeFirstOrThrow()
    return (Number(run_at) - Date.now()) / 1_000
  }
  let seconds = await waits()
  while (seconds <= 0) seconds = await waits()
  assert.ok(seconds > 840 && seconds <= 900, String(seconds))
  kontor.kontor.push = push
  await work()
  assert.equal(toldTo(ibrahim.endpoint), 1)
})
