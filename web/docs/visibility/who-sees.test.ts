import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docStatuses } from '#contract/document/statuses.ts'
import { whoSeesInWords } from './who-sees.ts'

test('of a process that its status hides it is said who will see it, not who does', () => {
  for (const status of docStatuses)
    for (const isPublic of [true, false]) {
      const isHidden = status !== 'Aktiv' && status !== 'Erledigt'
      assert.equal(
        whoSeesInWords(isPublic, status).includes(' werden den Prozess sehen, sobald '),
        isHidden,
        status,
      )
    }
})
