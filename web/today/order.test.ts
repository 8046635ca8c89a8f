import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Today } from '#contract/today.ts'
import { orderCards, teamsToFold } from './order.ts'

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
  const order = orderCards({ ...day, teams: nothing, waiting: { ...waiting, unsent_teams: one } })
  assert.deepEqual(order.slice(0, 1), ['unsent'])
  assert.deepEqual(
    orderCards({ ...day, docs: one, waiting: { ...waiting, without_password: 3, not_invited: 2 } }).slice(
      0,
      2,
    ),
    ['docs', 'administration'],
  )
})

test('a team whose times are missing stands before open processes, one that has not begun after them', () => {
  const withTeam = (change: Partial<typeof team>) =>
    orderCards({ ...day, docs: one, teams: { count: 1, items: [{ ...team, ...change }] } })
  assert.deepEqual(withTeam({}).slice(0, 2), ['teams', 'docs'])
  assert.deepEqual(withTeam({ is_ahead: true }).slice(0, 2), ['docs', 'teams'])
  assert.deepEqual(withTeam({ sent: 2 }).slice(0, 2), ['docs', 'teams'])
})

test('teams of tomorrow and those that have sent everything are folded, unless it is one, or all that there is', () => {
  const open = { ...team, subhappening_id: 1 }
  const later = { ...team, subhappening_id: 2, is_ahead: true }
  const sent = { ...team, subhappening_id: 3, sent: 2 }
  const tomorrow = { ...team, subhappening_id: 4, is_ahead: true, date: '2027-04-04' }
  const folded = (...teams: (typeof team)[]) =>
    teamsToFold(teams, '2027-04-03').map(({ subhappening_id }) => subhappening_id)
  assert.deepEqual(folded(open, later, sent, tomorrow), [3, 4])
  assert.deepEqual(folded(open, later, tomorrow), [])
  assert.deepEqual(folded(sent, sent, tomorrow, tomorrow), [])
  assert.deepEqual(folded(sent, sent, sent, tomorrow, tomorrow), [4, 4])
})

test('a process with a deadline stands before teams that need nothing of the person', () => {
  const teams = { count: 1, items: [{ ...team, is_ahead: true }] }
  assert.deepEqual(orderCards({ ...day, docs: one, teams }).slice(0, 2), ['docs', 'teams'])
})

test('a card with nothing in it is left out, and what waits on this device comes first', () => {
  assert.deepEqual(orderCards(day), [])
  assert.deepEqual(orderCards({ ...day, shifts: [], teams: nothing, waiting }), [])
  assert.deepEqual(orderCards({ ...day, docs: one }, 1), ['device', 'docs'])
})
