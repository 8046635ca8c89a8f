import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import pg from 'pg'
import { cast } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { testApp } from '#server/testing/app.ts'
import { listRooms, listRoomsOfDatabase } from '../list-rooms.ts'
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
