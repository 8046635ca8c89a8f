import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlannedUser } from '#server/planner/port.ts'
import { diffUsers, type ExistingUser, refusalOf } from './diff.ts'

const planned = (id: string, changes: Partial<PlannedUser> = {}): PlannedUser => ({
  id,
  barcode: null,
  username: `name${id}`,
  nachname: 'Berger',
  vorname: 'Anna',
  email: null,
  telefon: null,
  groups: [],
  ...changes,
})
const known = (id: string, changes: Partial<ExistingUser> = {}): ExistingUser => ({
  id: Number(id),
  username: `name${id}`,
  is_active: true,
  is_blocked: false,
  is_admin: false,
  persplan_id: id,
  persplan_barcode: null,
  persplan_username: `name${id}`,
  persplan_nachname: 'Berger',
  persplan_vorname: 'Anna',
  persplan_email: null,
  persplan_telefon: null,
  imported: [],
  ...changes,
})
const many = (count: number) => Array.from({ length: count }, (_, number) => String(number + 1))

test('who is only with the planner is new, who differs is changed, who is alike is left alone', () => {
  const diff = diffUsers(
    [known('1'), known('2')],
    [planned('1'), planned('2', { email: 'a@b.example' }), planned('3')],
    [],
  )
  assert.deepEqual(
    [diff.added.map(({ id }) => id), diff.changed.map(({ existing }) => existing.id), diff.unchanged],
    [['3'], [2], 1],
  )
})

test('who is only with us vanishes; who vanished before and is back returns', () => {
  const diff = diffUsers(
    [known('1'), known('2', { is_active: false }), known('3', { is_active: false })],
    [planned('2')],
    [],
  )
  assert.deepEqual(
    diff.vanishing.map(({ id }) => id),
    [1],
  )
  assert.deepEqual(
    diff.returning.map(({ existing }) => existing.id),
    [2],
  )
})

test('memberships join and end with what the planner says, and end for the vanished', () => {
  const diff = diffUsers(
    [known('1', { imported: ['Technik', 'Bühne'] }), known('2', { imported: ['Bühne'] })],
    [planned('1', { groups: ['Bühne', 'Empfang'] })],
    ['Technik', 'Bühne'],
  )
  assert.deepEqual(diff.joins, [{ persplanId: '1', name: 'Berger, Anna', group: 'Empfang' }])
  assert.deepEqual(diff.leaves, [
    { userId: 1, name: 'Berger, Anna', group: 'Technik' },
    { userId: 2, name: 'Berger, Anna', group: 'Bühne' },
  ])
  assert.deepEqual(diff.newGroups, ['Empfang'])
})

test('an empty answer, or one that would make more than the share vanish, is refused', () => {
  const all = many(100)
  const ours = all.map((id) => known(id))
  const without = (gone: number) => all.slice(gone).map((id) => planned(id))
  assert.match(String(refusalOf(diffUsers(ours, [], []), [], 20)), /keine Benutzer/)
  assert.equal(refusalOf(diffUsers(ours, without(20), []), without(20), 20), undefined)
  assert.match(String(refusalOf(diffUsers(ours, without(21), []), without(21), 20)), /21 von 100/)
  assert.equal(refusalOf(diffUsers(ours, without(99), []), without(99), 100), undefined)
})

test('an administrator vanishes like anybody else, as long as one is left', () => {
  const ours = [
    known('1', { is_admin: true, imported: ['Bühne'] }),
    known('2'),
    known('3', { is_admin: true }),
  ]
  const ids = (users: readonly ExistingUser[]) => users.map(({ id }) => id)
  const another = diffUsers(ours, [planned('2'), planned('3')], ['Bühne'])
  assert.deepEqual([ids(another.vanishing), ids(another.kept)], [[1], []])
  const own = diffUsers(ours, [planned('2')], ['Bühne'], true)
  assert.deepEqual([ids(own.vanishing), ids(own.kept)], [[1, 3], []])
  const none = diffUsers(ours, [planned('4')], ['Bühne'])
  assert.deepEqual([ids(none.vanishing), ids(none.kept), none.leaves], [[2], [1, 3], []])
  const returning = diffUsers([...ours, known('5', { is_admin: true, is_active: false })], [planned('5')], [])
  assert.deepEqual([ids(returning.vanishing), ids(returning.kept)], [[1, 2, 3], []])
})
