import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls/calls.ts'
import { faultOfAnswer } from './check-answer.ts'

test('a server error, a success for who may not call, a foreign form and a refusal that writes are noticed', () => {
  const call = calls.find(({ name }) => name === 'users.list')
  assert.ok(call)
  const fault = (status: number, text: object, users = 'as before', rank: 'staff' | 'admin' = 'staff') =>
    faultOfAnswer({
      call,
      request: { rank, path: '/users/', type: undefined, body: undefined },
      answer: { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(text) },
      before: { users: 'as before' },
      after: { users },
    })
  const refusal = { success: false, details: 'Dafür fehlt Ihnen die Berechtigung.', detail: 'Forbidden' }
  const page = { items: [], pages: 0 }
  assert.equal(fault(403, refusal), undefined)
  assert.match(String(fault(500, refusal)), /500/)
  assert.match(String(fault(200, page)), /may not call/)
  assert.match(String(fault(403, { error: 'Forbidden' })), /keys/)
  assert.match(String(fault(403, refusal, 'changed')), /writes/)
  assert.match(String(fault(200, { ...page, password_hash: 'x' }, 'as before', 'admin')), /contract/)
})
