import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressOf } from './progress.ts'

test('of a team never more are recorded than there are, also where an older server does not count them', () => {
  assert.equal(progressOf({ istentries: 20, sollentries: 20, recorded: 21, entries: 21 }), '21 von 21')
  assert.equal(progressOf({ istentries: 20, sollentries: 20, recorded: 20, entries: 21 }), '20 von 21')
  assert.equal(progressOf({ istentries: 21, sollentries: 20 }), '21 von 21')
  assert.equal(progressOf({ istentries: null, sollentries: null, entries: null }), '0 von 0')
})
