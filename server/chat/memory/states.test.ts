import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Said } from '#server/live/told.ts'
import { applyRead, applySaid, hasUnread, olderOf, type PersonState, type RoomState } from './states.ts'

const [anna, bruno] = [1, 2]
const empty = (): RoomState => ({
  is_there: true,
  is_shown: true,
  revision: 0,
  last: null,
  other: 0,
  top: 0,
  version: 0,
})
const said = (
  before: number | null,
  messages: [id: number, by: number | null, content?: string][],
  revision = 0,
): Said => ({
  revision,
  before,
  rights: '',
  messages: messages.map(([id, user_id, content = 'Hallo']) => ({
    id,
    user_id,
    username: '',
    display_name: '',
    created_at: '2026-11-22T10:00:00+00:00',
    content,
    image_id: null,
    client_key: null,
  })),
})

test('what was said becomes the last of the room, and who said the one before it is not lost', () => {
  const room = empty()
  assert.ok(applySaid(room, said(null, [[5, anna]])))
  assert.deepEqual([room.last?.id, room.last?.at, room.other], [5, '2026-11-22T10:00:00.000Z', 0])
  assert.ok(
    applySaid(
      room,
      said(5, [
        [6, bruno],
        [7, anna],
        [9, anna],
      ]),
    ),
  )
  assert.deepEqual([room.last?.id, room.other], [9, 6])
})

test('one’s own messages are never unread, those of others are until they are read', () => {
  const room = empty()
  applySaid(
    room,
    said(null, [
      [5, anna],
      [6, bruno],
      [7, bruno],
    ]),
  )
  const upTo = (read_up_to: number) => ({ noise_level: null, read_up_to })
  assert.deepEqual(
    [hasUnread(room, anna, undefined), hasUnread(room, anna, upTo(6)), hasUnread(room, anna, upTo(7))],
    [true, true, false],
  )
  assert.deepEqual([hasUnread(room, bruno, upTo(4)), hasUnread(room, bruno, upTo(5))], [true, false])
  assert.equal(hasUnread(empty(), anna, undefined), false)
})

test('what does not follow what is known has to be read; what is known already changes nothing', () => {
  const room = empty()
  applySaid(room, said(null, [[5, anna]]))
  assert.equal(applySaid(room, said(6, [[7, bruno]])), false)
  assert.equal(applySaid(room, said(5, [[6, bruno]], 1)), false)
  assert.equal(applySaid(room, said(null, [[5, bruno]])), true)
  assert.equal(applySaid({ ...room, revision: 2 }, said(5, [[6, bruno]], 1)), true)
  assert.deepEqual([room.last?.id, room.last?.user_id], [5, anna])
})

test('the beginning of a message is cut between characters, as the database does it', () => {
  const room = empty()
  applySaid(room, said(null, [[5, anna, '🎭'.repeat(300)]]))
  assert.equal(room.last?.text, '🎭'.repeat(200))
})

test('where a mark is ahead of its room, or a room of its author’s mark, the older one is read again, once', () => {
  const room = empty()
  applySaid(room, said(null, [[5, anna]]))
  const person = { top: 0 } as PersonState
  const upTo = (read_up_to: number) => ({ noise_level: null, read_up_to })
  assert.equal(olderOf(room, person, anna, upTo(5)), undefined)
  assert.equal(olderOf(room, person, anna, upTo(6)), 'room')
  // What was deleted since leaves a mark behind the end of the room.
  assert.equal(olderOf({ ...room, top: 6 }, person, anna, upTo(6)), undefined)
  assert.equal(olderOf(room, person, anna, undefined), 'person')
  assert.equal(olderOf(room, { ...person, top: 5 }, anna, undefined), undefined)
  assert.equal(olderOf(room, person, bruno, undefined), undefined)
})

test('a mark only moves forward; a room that somebody has not had so far is not guessed at', () => {
  const person: PersonState = {
    groups: [{ id: 3, name: 'Bühne' }],
    memberOf: new Set([3]),
    directs: [],
    marks: new Map(),
    rooms: new Set(['groups/3']),
    top: 0,
    version: 0,
  }
  assert.ok(applyRead(person, { kind: 'groups', id: 3, up_to: 9 }))
  assert.ok(applyRead(person, { kind: 'groups', id: 3, up_to: 7 }))
  assert.equal(person.marks.get('groups/3')?.read_up_to, 9)
  assert.ok(person.version > 0)
  assert.equal(applyRead(person, { kind: 'groups', id: 4, up_to: 9 }), false)
})

test('each change has a greater version than all before, and what changes nothing leaves it', () => {
  const [one, other] = [empty(), empty()]
  applySaid(one, said(null, [[5, anna]]))
  applySaid(other, said(null, [[6, anna]]))
  assert.ok(other.version > one.version)
  const { version } = one
  // It was read after that was written down.
  applySaid(one, said(null, [[5, anna]]))
  assert.equal(one.version, version)
  applySaid(one, said(5, [[7, bruno]]))
  assert.ok(one.version > other.version)
})
