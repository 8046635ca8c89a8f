import assert from 'node:assert/strict'
import { test } from 'node:test'
import { versionsSearch } from './search.ts'
import { effectsInWords } from './words.ts'

test('what becomes of the answers is said of one person and of several, and also where nothing does', () => {
  assert.deepEqual(
    effectsInWords({
      people: 3,
      goes: [{ field: 'Kasse', people: 3 }],
      returns: [{ field: 'Notiz', people: 1 }],
    }),
    [
      'Die Angaben von 3 Personen zu „Kasse“ sind dann nicht mehr zu sehen.',
      'Die Angabe einer Person zu „Notiz“ ist dann wieder da.',
    ],
  )
  assert.deepEqual(effectsInWords({ people: 0, goes: [], returns: [] }), [
    'An den Angaben ändert sich nichts.',
  ])
})

test('an address names a version, and one to compare it with; what is no number names none', () => {
  assert.deepEqual(versionsSearch({ version: '3', with: '0' }), { version: 3, with: 0 })
  assert.deepEqual(versionsSearch({ version: 3 }), { version: 3 })
  for (const search of [
    {},
    { with: '2' },
    { version: 'x' },
    { version: '0' },
    { version: '' },
    { version: '1.5' },
  ])
    assert.deepEqual(versionsSearch(search), {})
  assert.deepEqual(versionsSearch({ version: '3', with: '3' }), { version: 3 })
})
