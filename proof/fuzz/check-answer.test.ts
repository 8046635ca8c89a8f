// The check of the answers, checked itself: each kind of fault is noticed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Call, calls } from '../calls/calls.ts'
import { faultOfAnswer, type Trial } from './check-answer.ts'

const named = (name: string) => calls.find((call) => call.name === name) as Call
const body = (value: unknown) => Buffer.from(JSON.stringify(value))
const json = { 'content-type': 'application/json; charset=utf-8' }
const refusal = { success: false, details: 'Dafür fehlt Ihnen die Berechtigung.', detail: 'Forbidden' }

type Case = Partial<Omit<Trial, 'answer' | 'request'>> & {
  status: number
  text: unknown
  sent?: unknown
  rank?: Trial['request']['rank']
}

const verdict = ({ status, text, sent, rank = 'staff', call = named('users.current'), ...rest }: Case) =>
  faultOfAnswer({
    call,
    request: { rank, path: '/', type: 'application/json', body: sent === undefined ? undefined : body(sent) },
    answer: { status, headers: json, text: JSON.stringify(text) },
    before: { users: 'a' },
    after: { users: 'a' },
    ...rest,
  })

const current = {
  id: 2,
  username: 'anna',
  display_name: 'Anna Albers',
  is_admin: false,
  may_see_happenings: false,
  has_shifts: true,
  must_change_password: false,
  must_add_factor: false,
  is_held: false,
  unread_chats: false,
  unread_rooms: 0,
  webpush_application_server_key: null,
  groups: [{ id: 1, name: 'Bühne' }],
}
const login = named('auth.login')
const done = { success: true, details: '' }
const problem = { loc: ['body', 'password'], msg: '„password“ fehlt.', type: 'required' }

test('an answer as the contract says has no fault', () => {
  assert.equal(verdict({ status: 200, text: current }), undefined)
  assert.equal(verdict({ status: 403, text: refusal }), undefined)
  const unfit = { success: false, details: '„password“ fehlt.', detail: [problem] }
  assert.equal(verdict({ status: 422, text: unfit, call: login, sent: {} }), undefined)
})

test('an answer that says more, less or something else than the contract is noticed', () => {
  assert.match(verdict({ status: 200, text: { ...current, password_hash: 'x' } }) ?? '', /password_hash/)
  assert.match(verdict({ status: 200, text: { ...current, groups: [{ id: 1 }] } }) ?? '', /name is missing/)
  assert.match(verdict({ status: 200, text: { ...current, is_admin: 'no' } }) ?? '', /is_admin/)
})

test('an error of the server is noticed', () => {
  assert.match(verdict({ status: 500, text: refusal }) ?? '', /500/)
})

test('a refusal in another form or language is noticed', () => {
  assert.ok(verdict({ status: 403, text: { error: 'Forbidden' } }))
  assert.ok(verdict({ status: 403, text: { ...refusal, detail: 'Not Found' } }))
  assert.ok(verdict({ status: 400, text: { ...refusal, details: 'Invalid input.' } }))
  assert.ok(verdict({ status: 422, text: { ...refusal, detail: [] } }))
  assert.ok(verdict({ status: 422, text: { ...refusal, detail: [{ ...problem, loc: ['header'] }] } }))
})

test('a success for who may not call is noticed', () => {
  assert.ok(verdict({ status: 200, text: current, rank: 'nobody' }))
  assert.ok(verdict({ status: 401, text: { ...refusal, detail: 'Unauthorized' } }))
})

test('a body that the contract excludes must not be accepted', () => {
  for (const sent of [
    { username: 'x' },
    { username: 'x', password: null },
    { username: 'x', password: 'x', is_admin: true },
  ]) {
    assert.match(verdict({ status: 200, text: done, call: login, sent }) ?? '', /accepts a body/)
  }
  for (const username of ['x'.repeat(201), 'a\0', '\ud800']) {
    const sent = { username, password: 'x' }
    assert.match(verdict({ status: 200, text: done, call: login, sent }) ?? '', /accepts a body/)
  }
})

test('a refusal that writes is noticed, but for a wrong password', () => {
  assert.ok(verdict({ status: 403, text: refusal, after: { users: 'b' } }))
  const failed = { success: false, details: 'Login fehlgeschlagen', detail: 'Unauthorized' }
  const counted = { call: login, status: 401, text: failed, sent: { username: 'x', password: 'x' } }
  assert.equal(verdict({ ...counted, after: { users: 'a', login_attempts: 'b' } }), undefined)
  assert.ok(verdict({ ...counted, after: { users: 'b' } }))
})
