import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Today } from '#contract/today.ts'
import { orderOf } from './order.ts'

const nothing = { count: 0, items: [] }
const team = {
  happening_id: 1,
  subhappening_id: 1,
  happening_name: 'Gala',
  name: 'Ton',
  date: '2027-04-03',
  begins: null,
  is_ahead: false,
  entries: 2,
  recorded: 0,
  ready: 0,
  sent: 0,
}
const waiting = {
  unsent_teams: nothing,
  unread_docs: nothing,
  syncs: [],
  without_password: 0,
  not_invited: 0,
}
const day: Today = { date: '2027-04-03', docs: nothing, chats: nothing }
const one = { count: 1, items: [] }

test('what waits for an administrator stands before what is done', () => {
  const order = orderOf({ ...day, teams: nothing, waiting: { ...waiting, unsent_teams: one } })
  assert.deepEqual(order.slice(0, 1), ['unsent'])
  assert.deepEqual(orderOf({ ...day, docs: one, waiting: { ...waiting, not_invited: 2 } }).slice(0, 2), [
    'docs',
    'administration',
  ])
})

test('a team whose times are missing stands before open processes, one that has not begun after them', () => {
  const withTeam = (change: Partial<typeof team>) =>
    orderOf({ ...day, docs: one, teams: { count: 1, items: [{ ...team, ...change }] } })
  assert.deepEqual(withTeam({}).slice(0, 2), ['teams', 'docs'])
  assert.deepEqual(withTeam({ is_ahead: true }).slice(0, 2), ['docs', 'teams'])
  assert.deepEqual(withTeam({ sent: 2 }).slice(0, 2), ['docs', 'teams'])
})
