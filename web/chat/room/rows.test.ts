import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Unsent } from '../outgoing.ts'
import { plainMessage } from './messages.ts'
import { rowsOf } from './rows.ts'

const me = { id: 1, username: 'anna', display_name: 'Anna Berger' }
const message = (id: number, day: string) =>
  plainMessage({
    id,
    user_id: 2,
    username: 'bruno',
    display_name: 'Bruno Castell',
    created_at: `${day}T10:00:00.000Z`,
    content: `Nr. ${id}`,
  })
const waiting = (client_key: string, day: string): Unsent => ({
  kind: 'groups',
  room_id: 7,
  client_key,
  content: 'Wartet',
  image: null,
  written_at: `${day}T10:00:00.000Z`,
  standing: { state: 'waiting' },
})

test('what waits since yesterday stands below what was said today, and no two rows are taken for one', () => {
  const said = [message(1, '2027-04-02'), message(2, '2027-04-03')]
  const rows = rowsOf(said, [waiting('a', '2027-04-02'), waiting('b', '2027-04-03')], me, undefined)
  const days = rows.filter((row) => row.type === 'day').map(({ day }) => day)
  assert.deepEqual(days, ['2027-04-02', '2027-04-03', '2027-04-02', '2027-04-03'])
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length)
})

test('another wording stands in its message, and a refused one last where that is gone', () => {
  const texts = (unsent: Unsent[]) =>
    rowsOf([message(1, '2027-04-02'), message(2, '2027-04-02')], unsent, me, undefined).flatMap((row) =>
      row.type === 'message' ? [row.message.content] : [],
    )
  const edit = (edits: number, state: 'waiting' | 'refused'): Unsent => ({
    ...waiting('e', '2027-04-02'),
    content: 'Neu',
    edits,
    standing: { state },
  })
  assert.deepEqual(texts([edit(1, 'waiting')]), ['Neu', 'Nr. 2'])
  assert.deepEqual(texts([edit(9, 'waiting')]), ['Nr. 1', 'Nr. 2'])
  assert.deepEqual(texts([edit(9, 'refused')]), ['Nr. 1', 'Nr. 2', 'Neu'])
})
