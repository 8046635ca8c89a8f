import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import { numberField, paragraph, processOf } from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { onlyForGroups, publishDoc } from '#server/testing/docs.ts'
import { beginRounds } from './begin-rounds.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { kontor } = app
const { db } = kontor
// Jobs are inspected, not run.
await app.worker.stop()
const [anna, bruno, clara] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara].map((person) => app.as(person)),
)) as [Client, Client, Client]
for (const who of [anna, bruno]) await registerDevice(who)
beforeEach(() => db.deleteFrom('jobs').execute())

const day = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()
const monthly = { unit: 'month', every: 1, first: `${day(3)}T08:00`, due_days: 5, notify: true }
/** A process that is published for Anna, Bruno and two more. Anna has entered a number. */
async function underWay(): Promise<number> {
  const content = processOf(paragraph(numberField('Bestand')))
  const id = await publishDoc(clara, content, { name: 'Kassenprüfung', ...onlyForGroups('Bühne') })
  await enter(anna, id, 250)
  return id
}
const enter = (who: Client, id: number, Bestand: number) =>
  who.send('PATCH', `/docs/${id}/currentuserdata/`, { data: { Bestand } })
const repeat = (id: number, body: object = monthly) => clara.send('PUT', `/docs/${id}/repeats/`, body)
const answers = async (who: Client, id: number) =>
  (await who.get(`/docs/${id}/currentuserdata/`)).body['data']
const rounds = async (id: number) =>
  (await clara.get(`/docs/${id}/userdata/rounds/`)).body['items'] as Record<string, unknown>[]
const head = async (who: Client, id: number) => (await who.get(`/docs/${id}/`)).body
const nextOf = async (id: number) =>
  (await db.selectFrom('docs').where('id', '=', id).select('next_round_at').executeTakeFirstOrThrow())
    .next_round_at
const told = async () => {
  const jobs = await db.selectFrom('jobs').where('kind', '=', 'push.send').select('payload').execute()
  return jobs.map(
    ({ payload }) => (payload as { notification: { title: string; body: string } }).notification,
  )
}
/** Backdates the first round. */
async function comes(id: number, days = 0) {
  const first = { ...monthly, unit: 'week', first: `${day(-days)}T00:00` }
  await db
    .updateTable('docs')
    .set({ repeats: JSON.stringify(first), next_round_at: new Date(Date.now() - days * 86_400_000 - 1_000) })
    .where('id', '=', id)
    .execute()
}

test('at its moment the table is kept as a round, all begin anew with a new due date, and those whom it is for are told', async () => {
  const id = await underWay()
  const { status, body } = await repeat(id)
  assert.equal(status, 200)
  const due = Temporal.PlainDateTime.from(monthly.first).toZonedDateTime('Europe/Berlin')
  assert.equal(new Date(String(body['next_round_at'])).getTime(), due.epochMilliseconds)
  await beginRounds(kontor)
  assert.deepEqual(await answers(anna, id), { Bestand: 250 })

  await comes(id)
  await beginRounds(kontor)
  assert.deepEqual(await answers(anna, id), {})
  const [round] = await rounds(id)
  assert.deepEqual([round?.['people'], round?.['ended_by_display_name']], [1, 'von selbst'])
  assert.equal((await head(anna, id))['due_on'], day(5))
  const german = day(5).split('-').toReversed().join('.')
  assert.deepEqual(
    (await told()).map(({ title, body }) => [title, body]),
    Array.from({ length: 2 }, () => ['Neue Runde', `Kassenprüfung – bis ${german}`]),
  )
  const rows = await db.selectFrom('audit').where('action', '=', 'doc.round').selectAll().execute()
  assert.equal(rows.filter(({ subject }) => (subject as { doc_id: number }).doc_id === id).length, 1)
})

test('moments without a server are made up for once, and of two servers one begins the round', async () => {
  const id = await underWay()
  await repeat(id, { ...monthly, unit: 'week' })
  await comes(id, 30)
  await Promise.all([beginRounds(kontor), beginRounds(kontor)])
  await enter(anna, id, 100)
  await beginRounds(kontor)
  assert.equal((await rounds(id)).length, 1)
  assert.deepEqual(await answers(anna, id), { Bestand: 100 })
  const next = await nextOf(id)
  assert.ok(next && next.getTime() > Date.now())
})

test('a process whose round cannot begin keeps no other one waiting, and is told', async () => {
  const [broken, id] = [await underWay(), await underWay()]
  await comes(broken, 1)
  await comes(id)
  const unreadable = JSON.stringify({ ...monthly, first: 'irgendwann' })
  await db.updateTable('docs').set({ repeats: unreadable }).where('id', '=', broken).execute()
  try {
    await assert.rejects(beginRounds(kontor), RangeError)
  } finally {
    await db.updateTable('docs').set({ next_round_at: null }).where('id', '=', broken).execute()
  }
  assert.deepEqual([await rounds(broken), (await rounds(id)).length], [[], 1])
})

test('while nobody can fill it in, or it is deleted, its moments pass', async () => {
  const [done, deleted] = [await underWay(), await underWay()]
  for (const id of [done, deleted]) {
    await repeat(id)
    await comes(id)
  }
  await clara.send('PUT', `/docs/${done}/status/`, { status: 'Erledigt' })
  await clara.send('DELETE', `/docs/${deleted}/`)
  await beginRounds(kontor)
  await clara.send('POST', `/docs/${deleted}/restore/`)
  await clara.send('PUT', `/docs/${done}/status/`, { status: 'Aktiv' })
  await beginRounds(kontor)
  for (const id of [done, deleted]) {
    assert.deepEqual(await answers(anna, id), { Bestand: 250 })
    assert.equal((await rounds(id)).length, 0)
    assert.ok(((await nextOf(id))?.getTime() ?? 0) > Date.now())
  }
})

test('a round without answers leaves no empty table, one without a due date takes the last one away, and nobody is told who shall not be', async () => {
  const id = await underWay()
  await clara.send('POST', `/docs/${id}/userdata/reset/`)
  await repeat(id)
  await comes(id)
  const quiet = { ...monthly, due_days: null, notify: false }
  await db
    .updateTable('docs')
    .set({ repeats: JSON.stringify(quiet), due_on: day(1) })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('jobs').execute()
  await beginRounds(kontor)
  assert.equal((await rounds(id)).length, 1)
  assert.equal((await head(anna, id))['due_on'], null)
  assert.deepEqual(await told(), [])
})

test('the next round stands in list and document, also for staff while they can fill it in, and is gone once it is switched off', async () => {
  const id = await underWay()
  const next_round_at = (await repeat(id)).body['next_round_at']
  const listed = async (who: Client) =>
    ((await who.get('/docs/', { query: { per_page: '200' } })).body['items'] as DocListItem[]).find(
      (doc) => doc.id === id,
    )?.next_round_at
  for (const who of [anna, clara]) {
    assert.equal(
      new Date(String((await head(who, id))['next_round_at'])).getTime(),
      +new Date(String(next_round_at)),
    )
    assert.ok(await listed(who))
  }
  assert.deepEqual((await clara.get(`/docs/${id}/repeats/`)).body, { items: [monthly] })
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Erledigt' })
  assert.equal(await listed(anna), null)
  assert.equal((await clara.send('DELETE', `/docs/${id}/repeats/`)).status, 200)
  assert.deepEqual((await clara.get(`/docs/${id}/repeats/`)).body, { items: [] })
  assert.equal(await listed(clara), null)
  await comes(id)
  await db.updateTable('docs').set({ next_round_at: null }).where('id', '=', id).execute()
  await beginRounds(kontor)
  assert.deepEqual(await answers(anna, id), { Bestand: 250 })
})

test('a first moment that is past, far away or no moment at all is refused; whoever keeps it may change the rest', async () => {
  const id = await underWay()
  for (const first of [`${day(-1)}T08:00`, `${day(900)}T08:00`, '2027-02-30T08:00']) {
    const { status, body } = await repeat(id, { ...monthly, first })
    assert.deepEqual([status, (body['detail'] as { loc: string[] }[])[0]?.loc[1]], [422, 'first'])
  }
  await comes(id, 10)
  const { status } = await repeat(id, { ...monthly, first: `${day(-10)}T00:00`, due_days: null })
  assert.equal(status, 200)
})

test('only administrators repeat a process, and a copy begins without', async () => {
  const id = await underWay()
  await repeat(id)
  for (const [method, body] of [
    ['PUT', monthly],
    ['DELETE', undefined],
  ] as const)
    assert.equal((await anna.send(method, `/docs/${id}/repeats/`, body)).status, 403)
  assert.equal((await anna.get(`/docs/${id}/repeats/`)).status, 403)
  const copy = (await clara.send('POST', `/docs/${id}/copy/`)).body['doc_id'] as number
  assert.equal((await head(clara, copy))['next_round_at'], null)
})

test('a round is due before the next one begins: more days are refused, and what was set up earlier is cut', async () => {
  const id = await underWay()
  // The first round is on day 1, so that the shortest interval is the 28 days of February. With a start on day 29
  // or 30 it would be longer.
  const soon = Temporal.Now.plainDateISO('Europe/Berlin').add({ months: 1 }).with({ day: 1 })
  const first = `${soon.toString()}T08:00`
  const longest = async (rule: object, due_days: number) =>
    (await repeat(id, { ...monthly, first, ...rule, due_days })).status
  assert.equal(await longest({ unit: 'week' }, 6), 200)
  const { status, body } = await repeat(id, { ...monthly, unit: 'week', due_days: 7 })
  assert.equal(status, 422)
  assert.deepEqual(body['detail'], [
    {
      loc: ['body', 'due_days'],
      msg: 'Die Frist muss enden, bevor die nächste Runde beginnt: nach höchstens 6 Tagen.',
      type: 'value_error',
    },
  ])
  assert.equal(await longest({}, 27), 200)
  assert.equal(await longest({}, 28), 422)
  assert.equal(await longest({ unit: 'quarter' }, 60), 200)

  const long = { ...monthly, unit: 'week', first: `${day(0)}T00:00`, due_days: 30 }
  await db
    .updateTable('docs')
    .set({ repeats: JSON.stringify(long), next_round_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
  await beginRounds(kontor)
  assert.equal((await head(anna, id))['due_on'], day(6))
})
