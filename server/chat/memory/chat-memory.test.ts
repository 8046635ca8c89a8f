import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { cast } from '#demo/cast.ts'
import { seeded } from '#planner-simulator/random.ts'
import type { Caller } from '#server/caller.ts'
import { testApp } from '#server/testing/app.ts'
import { listRooms, listRoomsOfDatabase } from '../list-rooms.ts'
import { findMark } from '../marks-store.ts'
import { markReadByHand } from '../read-room.ts'
import { sayMessages } from '../said-store.ts'
import { ChatMemory } from './chat-memory.ts'
import { composeRooms } from './compose.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const people = [
  cast.anna,
  cast.bruno,
  cast.clara,
  cast.david,
  cast.elif,
  cast.frieda,
  cast.georg,
  cast.hannah,
]
const callers: Caller[] = []
for (const person of people) {
  const { cookie } = await kontor.as(person)
  callers.push((await kontor.app.sessions.find(cookie)) as Caller)
}
const all = { show_hidden: false }

test('people who come at once are read together', async () => {
  const query = mock.method(pg.Client.prototype, 'query')
  const lists = await Promise.all(callers.map((by) => listRooms(kontor.kontor, by, 'groups', all)))
  const statements = query.mock.calls.filter(({ arguments: [asked] }) =>
    /memberships|chat_rooms|from "groups"/.test(JSON.stringify(asked)),
  )
  query.mock.restore()
  // One person alone, all others, all groups; and as often for the rooms of those who are ready first.
  assert.ok(statements.length <= 6, `${statements.length} statements for ${people.length} people`)
  for (const [place, by] of callers.entries())
    assert.deepEqual(lists[place], await listRoomsOfDatabase(kontor.kontor, by, 'groups', all))
})

test('what does not fit into memory the database says', async () => {
  const nothing = { entries: 10, bytes: 0 }
  const chats = new ChatMemory(kontor.kontor.db, kontor.kontor.news, { people: nothing, rooms: nothing })
  const [by] = callers as [Caller]
  assert.equal(await chats.read(by, (held) => composeRooms(held, by, 'groups', false)), undefined)
  assert.deepEqual(chats.kept, { entries: 0, bytes: 0 })
  const asked = await listRooms({ ...kontor.kontor, chats }, by, 'groups', all)
  assert.deepEqual(asked, await listRoomsOfDatabase(kontor.kontor, by, 'groups', all))
})

test('up to where authors have read is in memory what the database says, whatever they say with one commit', async () => {
  const random = seeded(20_261_127)
  const { db, chats } = kontor.kontor
  const authors = callers.slice(0, 4)
  const clara = await kontor.as(cast.clara)
  await clara.send('PUT', '/groups/custom/Zugleich/')
  for (const { id } of authors) await clara.send('PUT', `/users/${id}/groups/Zugleich/`)
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Zugleich')
    .select('id')
    .executeTakeFirstOrThrow()
  const room = { kind: 'groups' as const, id }
  const listed = (list: Awaited<ReturnType<typeof listRooms>>) => list.find((one) => one.id === id)
  for (let commit = 0; commit < 60; commit++) {
    for (const by of authors) await listRooms(kontor.kontor, by, 'groups', all)
    const said = Array.from({ length: 1 + random.below(5) }, () => ({
      ...room,
      user_id: random.pick(authors).id,
      content: `Nr. ${commit}`,
      image_id: null,
      client_key: null,
    }))
    const { outcomes } = await sayMessages(db, said, {
      node: 'another',
      limit: { most: 1_000, seconds: 60 },
      waits: true,
    })
    const newest = outcomes.at(-1)?.id as number
    const reader = random.chance(0.5) ? random.pick(authors) : undefined
    if (reader) await markReadByHand(kontor.kontor, reader, { kind: 'groups', room_id: id }, newest)
    while (
      listed(await listRooms(kontor.kontor, callers[0] as Caller, 'groups', all))?.last_message !==
      `Nr. ${commit}`
    )
      await setImmediate()
    for (const by of authors) {
      const read = (mark: { read_up_to: number } | undefined) => mark?.read_up_to ?? 0
      // Where a mark came before the news of the message, the memory has forgotten the person, and reads them again.
      assert.deepEqual(
        listed(await listRooms(kontor.kontor, by, 'groups', all)),
        listed(await listRoomsOfDatabase(kontor.kontor, by, 'groups', all)),
      )
      assert.equal(
        read(chats.markOf(by.id, room)),
        read(await findMark(db, by.id, room)),
        `${by.username}, commit ${commit}`,
      )
    }
  }
})
