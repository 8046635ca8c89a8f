import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { publishDue } from './publish-due.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { kontor } = app
const { db } = kontor
// Jobs are inspected, not run.
await app.worker.stop()
const [anna, bruno, clara] = (await Promise.all(
  [cast.anna, cast.bruno, cast.clara].map((person) => app.as(person)),
)) as [Client, Client, Client]
const ids = new Map<number, string>()
for (const person of [cast.anna, cast.bruno, cast.clara]) ids.set(await app.userId(person), person.username)
/** One device per person. */
for (const who of [anna, bruno, clara]) await registerDevice(who)
beforeEach(() => db.deleteFrom('jobs').execute())

const day = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()
const create = async () =>
  (await clara.send('POST', '/docs/', { name: 'Brandschutz' })).body['doc_id'] as number
const publish = (id: number, body: object) => clara.send('POST', `/docs/${id}/publish/`, body)
const everybody = { public: true, groups: [] }
const only = (...groups: string[]) => ({ public: false, groups })
const seen = async (who: Client, id: number) => (await who.get(`/docs/${id}/`)).status === 200
const told = async () => {
  const jobs = await db.selectFrom('jobs').where('kind', '=', 'push.send').select('payload').execute()
  return jobs.flatMap(({ payload }) => ids.get((payload as { user_id: number }).user_id) ?? []).toSorted()
}
const listed = async (who: Client, id: number) =>
  ((await who.get('/docs/', { query: { per_page: '200' } })).body['items'] as DocListItem[]).find(
    (doc) => doc.id === id,
  )
/** Simulates that the scheduled time has come. */
const comes = (id: number) =>
  db
    .updateTable('docs')
    .set({ publish_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()

test('one call shows a process to its groups, makes it Aktiv, sets its due date and tells who sees it', async () => {
  const id = await create()
  const { status, body } = await publish(id, { ...only('Bühne'), due_on: day(7) })
  assert.equal(status, 200)
  // The members of „Bühne“: Anna, Bruno, Georg and Ibrahim.
  assert.equal(body['people'], 4)
  assert.equal(body['publish_at'], null)
  assert.ok((await seen(anna, id)) && (await seen(bruno, id)))
  assert.deepEqual((await clara.get(`/docs/${id}/visibility/`)).body, only('Bühne'))
  const read = (await anna.get(`/docs/${id}/`)).body
  assert.deepEqual([read['status'], read['due_on']], ['Aktiv', day(7)])
  assert.equal((await listed(anna, id))?.due_on, day(7))
  assert.deepEqual(await told(), ['anna', 'bruno'])
})

test('whoever wants nobody told tells nobody, and those who had it already are never told again', async () => {
  const id = await create()
  await publish(id, { ...only('Technik'), notify: false })
  assert.deepEqual(await told(), [])
  await publish(id, only('Technik', 'Leitung'))
  // Anna could already see it.
  assert.deepEqual(await told(), ['bruno'])
})

test('a due date is kept by whoever does not name it, and taken away by null', async () => {
  const id = await create()
  await publish(id, { ...everybody, due_on: day(3) })
  await publish(id, only('Bühne'))
  assert.equal((await listed(anna, id))?.due_on, day(3))
  await publish(id, { ...only('Bühne'), due_on: null })
  assert.equal((await listed(anna, id))?.due_on, null)
})

test('nothing is published for nobody, for a group that does not exist, from a day in the past, or with a due date before its first day', async () => {
  const id = await create()
  for (const [body, field] of [
    [only(), 'groups'],
    [only('Gibt es nicht'), 'groups'],
    [{ ...everybody, due_on: day(-1) }, 'due_on'],
    [{ ...everybody, from: `${day(5)}T08:00`, due_on: day(4) }, 'due_on'],
    [{ ...everybody, from: '2026-02-30T08:00' }, 'from'],
    [{ ...everybody, from: `${day(-1)}T08:00` }, 'from'],
    [{ ...everybody, from: `${day(900)}T08:00` }, 'from'],
    [{ ...everybody, from: 'morgen' }, 'from'],
  ] as const) {
    const { status, body: answer } = await publish(id, body)
    assert.equal(status, 422, JSON.stringify(body))
    assert.equal((answer['detail'] as { loc: string[] }[])[0]?.loc[1], field)
  }
  assert.ok(!(await seen(anna, id)))
  assert.equal((await clara.get(`/docs/${id}/`)).body['status'], 'Entwurf')
})

test('a due date of before has to lie ahead as well, but for a process that is being filled in', async () => {
  const id = await create()
  await publish(id, { ...everybody, due_on: day(3) })
  await db
    .updateTable('docs')
    .set({ due_on: day(-1) })
    .where('id', '=', id)
    .execute()
  assert.equal((await publish(id, { ...only('Bühne'), due_on: day(-1) })).status, 200)
  assert.equal((await publish(id, everybody)).status, 200)
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Inaktiv' })
  for (const body of [
    everybody,
    { ...everybody, due_on: day(-1) },
    { ...everybody, from: `${day(5)}T08:00`, due_on: day(4) },
  ])
    assert.equal(
      (await publish(id, body)).body['details'],
      'Die Frist liegt vor dem ersten Tag, an dem der Prozess zu sehen ist.',
    )
  assert.equal((await publish(id, { ...everybody, due_on: null })).status, 200)
})

test('what is published later stays hidden until then, and is published by itself once, telling who sees it', async () => {
  const id = await create()
  const { body } = await publish(id, { ...only('Bühne'), from: `${day(2)}T08:00`, due_on: day(9) })
  const due = Temporal.PlainDateTime.from(`${day(2)}T08:00`).toZonedDateTime('Europe/Berlin')
  assert.equal(new Date(String(body['publish_at'])).getTime(), due.epochMilliseconds)
  await publishDue(kontor)
  assert.ok(!(await seen(anna, id)))
  assert.deepEqual(await told(), [])
  const planned = (await listed(clara, id))?.publish_at
  assert.equal(planned, body['publish_at'])

  await comes(id)
  await Promise.all([publishDue(kontor), publishDue(kontor)])
  await publishDue(kontor)
  assert.ok(await seen(anna, id))
  assert.equal((await listed(clara, id))?.publish_at, null)
  assert.deepEqual(await told(), ['anna', 'bruno', 'clara'])
  const rows = await db.selectFrom('audit').where('action', '=', 'doc.publish_due').selectAll().execute()
  assert.equal(rows.filter(({ subject }) => (subject as { doc_id: number }).doc_id === id).length, 1)
})

test('a planned publishing is called off by hand, by another status, and by deleting; nobody but administrators hears of it', async () => {
  const planned = async () => {
    const id = await create()
    await publish(id, { ...everybody, from: `${day(1)}T08:00` })
    return id
  }
  const [called, set, same, deleted, shown] = [
    await planned(),
    await planned(),
    await planned(),
    await planned(),
    await planned(),
  ]
  assert.equal((await clara.send('DELETE', `/docs/${called}/publish/`)).status, 200)
  await clara.send('PUT', `/docs/${set}/status/`, { status: 'Inaktiv' })
  await clara.send('PUT', `/docs/${same}/status/`, { status: 'Entwurf' })
  await clara.send('DELETE', `/docs/${deleted}/`)
  await clara.send('POST', `/docs/${deleted}/restore/`)
  for (const id of [called, set, same, deleted]) {
    assert.equal((await listed(clara, id))?.publish_at, null)
    await publishDue(kontor)
    assert.ok(!(await seen(anna, id)))
  }
  await db.updateTable('docs').set({ status: 'Erledigt' }).where('id', '=', shown).execute()
  assert.equal((await listed(anna, shown))?.publish_at, null)
  assert.equal((await anna.get(`/docs/${shown}/`)).body['publish_at'], null)
  assert.notEqual((await clara.get(`/docs/${shown}/`)).body['publish_at'], null)
})

test('what staff see already is not published later, and who sees it stays as it is', async () => {
  const id = await create()
  await publish(id, everybody)
  for (const status of ['Aktiv', 'Erledigt']) {
    await clara.send('PUT', `/docs/${id}/status/`, { status })
    assert.equal((await publish(id, { ...only('Bühne'), from: `${day(1)}T08:00` })).status, 422)
    assert.deepEqual((await clara.get(`/docs/${id}/visibility/`)).body, everybody)
    assert.ok(await seen(anna, id))
  }
  await clara.send('PUT', `/docs/${id}/status/`, { status: 'Inaktiv' })
  assert.equal((await publish(id, { ...everybody, from: `${day(1)}T08:00` })).status, 200)
})

test('before it is published it is said how many people that would be, and how many of them have no access yet', async () => {
  const id = await create()
  const preview = async (body: object) =>
    (await clara.send('POST', `/docs/${id}/publish/preview/`, body)).body
  const found = async (body: object) => {
    const { people, without_access } = await preview(body)
    return [people, without_access]
  }
  const { count } = await db
    .selectFrom('users')
    .where('is_active', '=', true)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.deepEqual(await found(everybody), [count, 0])
  assert.deepEqual(await found(only('Bühne')), [4, 0])
  assert.deepEqual(await found(only('Bühne', 'Technik')), [7, 0])
  assert.deepEqual(await found(only()), [0, 0])
  const georg = await app.userId(cast.georg)
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', georg).execute()
  assert.deepEqual(await found(only('Bühne')), [4, 1])
  assert.ok(!(await seen(anna, id)))
})
