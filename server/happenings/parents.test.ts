import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor
const bruno = await world.userId(cast.bruno)
// Whoever may everything with both still has to name what belongs together.
const here = await insertHappening(db, { recorders: [bruno], entries: [{ name: 'Hier' }] })
const there = await insertHappening(db, { recorders: [bruno], entries: [{ name: 'Dort' }] })
const mixed = `/happenings/${here.id}/subhappenings/${there.sub}`
const entry = there.entries[0] as number

for (const person of [cast.clara, cast.bruno])
  test(`${person.username} finds no part under another happening, and no entry under another part`, async () => {
    const one = await world.as(person)
    for (const path of [
      `${mixed}/`,
      `${mixed}/time/`,
      `${mixed}/time/hints/`,
      `${mixed}/time/people/`,
      `${mixed}/time/${entry}/history/`,
      `${here.path}/time/${entry}/history/`,
    ])
      assert.equal((await one.get(path)).status, 404, path)
    const record = { items: [{ timeentry_id: entry, note: 'x' }] }
    assert.equal((await one.send('PATCH', `${mixed}/time/`, record)).status, 404)
    assert.notEqual((await one.send('PATCH', here.times, record)).status, 200)
    assert.notEqual((await one.send('PUT', `${mixed}/users/`, { user_ids: [] })).status, 200)
    const { note } = await db
      .selectFrom('time_entries')
      .where('id', '=', entry)
      .select('note')
      .executeTakeFirstOrThrow()
    assert.equal(note, null)
    const rows = await db
      .selectFrom('subhappening_users')
      .where('subhappening_id', '=', there.sub)
      .select('user_id')
      .execute()
    assert.deepEqual(rows, [{ user_id: bruno }])
  })
