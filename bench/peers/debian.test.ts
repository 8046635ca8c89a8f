import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from './debian.ts'

test('a peer whose package is not here is left out, and the package is named', () => {
  const absent = missing('R0 beside nobody', ['kontor-is-no-package'])
  assert.equal(absent?.figure, 'R0 beside nobody: package kontor-is-no-package of Debian is not here')
  assert.equal(absent.isLeftOut, true)
})

test('a peer that needs no package is here', () => {
  assert.equal(missing('R0 beside nobody', []), undefined)
})
