import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spokenName } from './spoken-name.ts'

const user = (display_name: string, persplan_vorname: string | null, persplan_nachname: string | null) =>
  spokenName({ username: 'probe', display_name, persplan_vorname, persplan_nachname })

test('sentences name people by what they are called, and who has no name by the username', () => {
  assert.equal(user('Berger, Anna', 'Anna', 'Berger'), 'Anna Berger')
  assert.equal(user('Berger, Anna (probe)', 'Anna', 'Berger'), 'Anna Berger (probe)')
  assert.equal(user('Berger', null, 'Berger'), 'Berger')
  assert.equal(user('probe', null, null), 'probe')
})
