import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, isGone } from './api.ts'

test('an address that is no number names nothing, and the server is not asked', async (t) => {
  const fetch = t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('asked')))
  for (const doc_id of [Number('abc'), 1.5, Number.POSITIVE_INFINITY])
    await assert.rejects(ask('GET', '/docs/{doc_id}/', { params: { doc_id } }), isGone)
  assert.equal(fetch.mock.callCount(), 0)
})
