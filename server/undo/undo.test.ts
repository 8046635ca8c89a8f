import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor
const clara = await world.as(cast.clara)
const annaId = await world.userId(cast.anna)
const brunoId = await world.userId(cast.bruno)

type Acted = { changed: number; undo_id: number | null }
const act = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<Acted> => {
  const answer = await clara.send(method, path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Acted
}
const undoChange = (undo_id: number | null, who: Pick<Client, 'send'> = clara) =>
  who.send('POST', `/undo/${undo_id}/`)
let names = 0
const newUser = async () => {
  const { body } = await clara.send('POST', '/users/', { username: `person-${++names}` })
  return body['user_id'] as number
}
const newDoc = async () => {
  const { body } = await clara.send('POST', '/docs/', { name: `Prozess ${++names}` })
  return body['doc_id'] as number
}
const statusOf = async (path: string) => (await clara.get(path)).body['status']

test('a mass status is taken back: each happening has the status it had, and those changed since stay as they are', async () => {
  const [open, draft, other] = [
    await insertHappening(db, {}),
    await insertHappening(db, {}),
    await insertHappening(db, {}),
  ]
  await clara.send('PATCH', `/happenings/${draft.id}/`, { status: 'Entwurf' })
  const happening_ids = [open.id, draft.id, other.id]
  const { changed, undo_id } = await act('POST', '/happenings/mass_edit/', {
    happening_ids,
    status: 'Inaktiv',
  })
  assert.equal(changed, 3)
  await clara.send('PATCH', `/happenings/${other.id}/`, { status: 'Archiv' })
  const { body } = await undoChange(undo_id)
  assert.deepEqual([body['undone'], body['left']], [2, 1])
  const statuses = happening_ids.map((id) => statusOf(`/happenings/${id}/`))
  assert.deepEqual(await Promise.all(statuses), ['Aktiv', 'Entwurf', 'Archiv'])
})

test('what had the status already is not counted, and where nothing changed there is nothing to take back', async () => {
  const { id } = await insertHappening(db, {})
  const same = { happening_ids: [id], status: 'Aktiv' }
  assert.deepEqual(await act('POST', '/happenings/mass_edit/', same), {
    success: true,
    details: '',
    changed: 0,
    undo_id: null,
  })
})

test('an act is taken back once, by whoever did it, within the hour', async () => {
  const { id } = await insertHappening(db, {})
  const change = (status: string) => act('POST', '/happenings/mass_edit/', { happening_ids: [id], status })
  const first = await change('Erledigt')
  const anna = await world.as(cast.anna)
  assert.equal((await undoChange(first.undo_id, anna)).status, 403)
  await db.updateTable('users').set({ is_admin: true }).where('id', '=', brunoId).execute()
  const otherAdmin = await world.as(cast.bruno)
  assert.equal((await undoChange(first.undo_id, otherAdmin)).status, 404)
  assert.equal((await undoChange(first.undo_id)).status, 200)
  const again = await undoChange(first.undo_id)
  assert.deepEqual(
    [again.status, again.body['details']],
    [404, 'Das lässt sich nicht mehr rückgängig machen.'],
  )
  const late = await change('Erledigt')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await db
    .updateTable('undos')
    .set({ made_at: longAgo })
    .where('id', '=', late.undo_id ?? 0)
    .execute()
  assert.equal((await undoChange(late.undo_id)).status, 404)
  assert.equal(await statusOf(`/happenings/${id}/`), 'Erledigt')
})

test('many processes get a status at once or none does, and it is taken back with what was to be published', async () => {
  const [one, two] = [await newDoc(), await newDoc()]
  const tomorrow = new Date(Date.now() + 86_400_000)
  await db.updateTable('docs').set({ publish_at: tomorrow }).where('id', '=', two).execute()
  const many = (doc_ids: number[]) => clara.send('POST', '/docs/mass_edit/', { doc_ids, status: 'Inaktiv' })
  assert.equal((await many([one, 2_000_000_000])).status, 404)
  assert.equal(await statusOf(`/docs/${one}/`), 'Entwurf')
  const { changed, undo_id } = (await many([one, two])).body as Acted
  assert.equal(changed, 2)
  await clara.send('PUT', `/docs/${one}/status/`, { status: 'Archiviert' })
  const { body } = await undoChange(undo_id)
  assert.deepEqual([body['undone'], body['left']], [1, 1])
  assert.deepEqual(
    [await statusOf(`/docs/${one}/`), await statusOf(`/docs/${two}/`)],
    ['Archiviert', 'Entwurf'],
  )
  const kept = await db.selectFrom('docs').where('id', '=', two).select('publish_at').executeTakeFirst()
  assert.equal(kept?.publish_at?.toISOString(), tomorrow.toISOString())
  const anna = await world.as(cast.anna)
  assert.equal((await anna.send('POST', '/docs/mass_edit/', { doc_ids: [one], status: 'Aktiv' })).status, 403)
})

test('a plan to publish that goes with the status a process has already comes back with it', async () => {
  const id = await newDoc()
  const tomorrow = new Date(Date.now() + 86_400_000)
  await db.updateTable('docs').set({ publish_at: tomorrow }).where('id', '=', id).execute()
  const planned = async () => (await clara.get(`/docs/${id}/`)).body['publish_at']
  const { changed, undo_id } = (
    await clara.send('POST', '/docs/mass_edit/', { doc_ids: [id], status: 'Entwurf' })
  ).body as Acted
  assert.deepEqual([changed, await planned()], [1, null])
  assert.equal((await undoChange(undo_id)).body['undone'], 1)
  assert.equal(await planned(), tomorrow.toISOString())
})

test('a plan whose moment has passed meanwhile does not come back, and nobody says that it does', async () => {
  const id = await newDoc()
  const soon = new Date(Date.now() + 500)
  await db.updateTable('docs').set({ publish_at: soon }).where('id', '=', id).execute()
  const { undo_id } = (await clara.send('POST', '/docs/mass_edit/', { doc_ids: [id], status: 'Entwurf' }))
    .body as Acted
  while (Date.now() <= soon.getTime()) await new Promise((later) => setTimeout(later, 50))
  const { body } = await undoChange(undo_id)
  assert.deepEqual([body['undone'], body['left']], [0, 1])
  assert.equal((await clara.get(`/docs/${id}/`)).body['publish_at'], null)
})

test('whoever has planned to publish a process since keeps that plan', async () => {
  const id = await newDoc()
  const { undo_id } = (await clara.send('POST', '/docs/mass_edit/', { doc_ids: [id], status: 'Inaktiv' }))
    .body as Acted
  const from = `${Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 3 }).toString()}T08:00`
  const planned = await clara.send('POST', `/docs/${id}/publish/`, { public: true, groups: [], from })
  const { body } = await undoChange(undo_id)
  assert.deepEqual([body['undone'], body['left']], [0, 1])
  const doc = (await clara.get(`/docs/${id}/`)).body
  assert.deepEqual([doc['status'], doc['publish_at']], ['Inaktiv', planned.body['publish_at']])
})

test('people are kept out together and lose their sessions, whom the planner knows with them; oneself stays', async () => {
  const [one, two] = [await newUser(), await newUser()]
  const claraId = await world.userId(cast.clara)
  const { changed, undo_id } = await act('POST', '/users/mass_edit/', {
    user_ids: [one, two, annaId, claraId],
    is_active: false,
  })
  assert.equal(changed, 3)
  const activity = async () =>
    Promise.all([one, two, annaId].map(async (id) => (await clara.get(`/users/${id}/`)).body['is_active']))
  assert.deepEqual(await activity(), [false, false, false])
  await act('POST', '/users/mass_edit/', { user_ids: [two], is_active: true })
  const { body } = await undoChange(undo_id)
  assert.deepEqual([body['undone'], body['left']], [2, 1])
  assert.deepEqual(await activity(), [true, true, true])
})

test('what somebody has changed and changed back since is theirs: an undo leaves it, of people, happenings and processes', async () => {
  const person = [await newUser()]
  const out = (is_active: boolean) => act('POST', '/users/mass_edit/', { user_ids: person, is_active })
  const kept = await out(false)
  await out(true)
  await out(false)
  assert.deepEqual((await undoChange(kept.undo_id)).body['left'], 1)
  assert.equal((await clara.get(`/users/${person[0]}/`)).body['is_active'], false)

  const { id } = await insertHappening(db, {})
  const done = await act('POST', '/happenings/mass_edit/', { happening_ids: [id], status: 'Erledigt' })
  for (const status of ['Aktiv', 'Erledigt']) await clara.send('PATCH', `/happenings/${id}/`, { status })
  assert.deepEqual((await undoChange(done.undo_id)).body['left'], 1)
  assert.equal(await statusOf(`/happenings/${id}/`), 'Erledigt')

  const doc = await newDoc()
  const hidden = await act('POST', '/docs/mass_edit/', { doc_ids: [doc], status: 'Inaktiv' })
  for (const status of ['Archiviert', 'Inaktiv']) await clara.send('PUT', `/docs/${doc}/status/`, { status })
  assert.deepEqual((await undoChange(hidden.undo_id)).body['left'], 1)
  assert.equal(await statusOf(`/docs/${doc}/`), 'Inaktiv')
})

test('many assignments are taken back to what was decided before, but for those that somebody has touched since', async () => {
  const [granted, revoked, touched] = [await newUser(), await newUser(), await newUser()]
  await clara.send('PUT', '/groups/custom/Rückweg/')
  const group = await db
    .selectFrom('groups')
    .where('name', '=', 'Rückweg')
    .select('id')
    .executeTakeFirstOrThrow()
  // A stored override without a membership in the planner. The matrix shows it as empty.
  await db
    .insertInto('memberships')
    .values({ user_id: revoked, group_id: group.id, imported: false, override: 'revoke' })
    .execute()
  const user_ids = [granted, revoked, touched]
  const { changed, undo_id } = await act('PATCH', '/users/groups/', {
    user_ids,
    group_ids: [group.id],
    granted: true,
  })
  assert.equal(changed, 3)
  await clara.send('DELETE', `/users/${touched}/groups/${encodeURIComponent('Rückweg')}/`)
  await clara.send('PUT', `/users/${touched}/groups/${encodeURIComponent('Rückweg')}/`)
  const { body } = await undoChange(undo_id)
  assert.deepEqual([body['undone'], body['left']], [2, 1])
  const overrides = await db
    .selectFrom('memberships')
    .where('group_id', '=', group.id)
    .select(['user_id', 'override'])
    .orderBy('user_id')
    .execute()
  assert.deepEqual(
    overrides.map(({ override }) => override),
    ['none', 'revoke', 'grant'],
  )
})
