import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnsentMessage, UnsentWording } from '../outgoing.ts'
import { withMessageDefaults } from './messages.ts'
import { rowsOf } from './rows.ts'

const me = { id: 1, username: 'anna', display_name: 'Anna Berger' }
const message = (id: number, day: string) =>
  withMessageDefaults({
    id,
    user_id: 2,
    username: 'bruno',
    display_name: 'Bruno Castell',
    created_at: `${day}T10:00:00.000Z`,
    content: `Nr. ${id}`,
  })
const room = { kind: 'groups', room_id: 7 } as const
const waiting = (client_key: string, day: string): UnsentMessage => ({
  kind: 'message',
  lane: 'chat/groups/7',
  key: `message/${client_key}`,
  at: 1,
  stamp: '',
  args: { ...room, client_key, content: 'Wartet', images: [], written_at: `${day}T10:00:00.000Z` },
  sendState: { state: 'waiting' },
})

test('what waits since yesterday stands below what was said today, and no two rows are taken for one', () => {
  const said = [message(1, '2027-04-02'), message(2, '2027-04-03')]
  const rows = rowsOf(said, [waiting('a', '2027-04-02'), waiting('b', '2027-04-03')], me, undefined)
  const days = rows.filter((row) => row.type === 'day').map(({ day }) => day)
  assert.deepEqual(days, ['2027-04-02', '2027-04-03', '2027-04-02', '2027-04-03'])
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length)
})

test('another wording stands in its message; a refused one whose message is not here stands last, and names it', () => {
  const texts = (wording: UnsentWording) =>
    rowsOf([message(1, '2027-04-02'), message(2, '2027-04-02')], [wording], me, undefined).flatMap((row) => {
      if (row.type === 'message') return [row.message.content]
      return row.type === 'wording' ? [`${row.wording.args.before} → ${row.wording.args.content}`] : []
    })
  const wording = (message_id: number, state: 'waiting' | 'refused'): UnsentWording => ({
    kind: 'edit',
    lane: 'chat/groups/7',
    key: `edit/${message_id}`,
    at: 1,
    stamp: '',
    args: { ...room, message_id, content: 'Neu', before: 'Alt' },
    sendState: { state },
  })
  assert.deepEqual(texts(wording(1, 'waiting')), ['Neu', 'Nr. 2'])
  assert.deepEqual(texts(wording(1, 'refused')), ['Neu', 'Nr. 2'])
  assert.deepEqual(texts(wording(9, 'waiting')), ['Nr. 1', 'Nr. 2'])
  assert.deepEqual(texts(wording(9, 'refused')), ['Nr. 1', 'Nr. 2', 'Alt → Neu'])
})
