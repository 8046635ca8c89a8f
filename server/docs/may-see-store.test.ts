import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { DocListItem } from '#contract/docs.ts'
import { docStatuses } from '#contract/document/statuses.ts'
import { everybody } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor

test('lists and single documents agree on who sees what, in every status, visibility and set of groups', async () => {
  const groups = await db.selectFrom('groups').select(['id', 'name']).orderBy('id').execute()
  const sets = [[], [0], [1], [2, 3], [0, 1, 2, 3, 4]].map((places) =>
    places.flatMap((place) => groups[place] ?? []),
  )
  const docs: { id: number; status: string; public: boolean; groups: string[] }[] = []
  for (const status of docStatuses) {
    for (const isPublic of [true, false]) {
      for (const shownTo of sets) {
        for (const deleted_at of [null, new Date()]) {
          const { id } = await db
            .insertInto('docs')
            .values({
              name: 'Welt',
              status,
              public: isPublic,
              content: '{"type":"process"}',
              fields: '[]',
              deleted_at,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          for (const group of shownTo)
            await db.insertInto('doc_groups').values({ doc_id: id, group_id: group.id }).execute()
          if (!deleted_at)
            docs.push({ id, status, public: isPublic, groups: shownTo.map(({ name }) => name) })
        }
      }
    }
  }
  // One viewer for each role and set of groups is enough.
  const viewers = Map.groupBy(everybody, ({ is_admin, groups }) => `${is_admin} ${groups.join()}`)
  for (const [person] of viewers.values()) {
    assert.ok(person)
    const client = await kontor.as(person)
    const query = { filter: 'welt', per_page: '200' }
    const listed = ((await client.get('/docs/', { query })).body['items'] as DocListItem[]).map(
      ({ id }) => id,
    )
    const expected = docs.filter(
      (doc) =>
        person.is_admin ||
        (['Aktiv', 'Erledigt'].includes(doc.status) &&
          (doc.public || doc.groups.some((name) => (person.groups as string[]).includes(name)))),
    )
    assert.deepEqual(
      listed.sort((a, b) => a - b),
      expected.map(({ id }) => id),
      person.username,
    )
    for (const { id } of docs) {
      const codes = await Promise.all(
        [`/docs/${id}/`, `/docs/${id}/currentuserdata/`].map(async (path) => (await client.get(path)).status),
      )
      const code = listed.includes(id) ? 200 : 404
      assert.deepEqual(codes, [code, code], `${person.username} ${id}`)
    }
  }
})
