import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floodLimits, OTHER_ADDRESSES, RefusalFloodLimit } from './flood.ts'

const kind = 'refused.not_found'
const admitted = (flood: RefusalFloodLimit, times: number, address: (at: number) => string, of = kind) =>
  Array.from({ length: times }, (_, at) => flood.admits({ kind: of, address: address(at) })).filter(Boolean)
    .length

test('a new minute writes down one by one again', () => {
  const flood = new RefusalFloodLimit()
  admitted(flood, 100, () => '192.0.2.1')
  flood.end()
  assert.equal(flood.admits({ kind, address: '192.0.2.1' }), true)
})

test('however many addresses there are, what is written down in a minute has an end', () => {
  const flood = new RefusalFloodLimit()
  const full = admitted(flood, 100_000, (at) => `2001:db8::${at.toString(16)}`)
  const counted = flood.end()
  assert.equal(full, floodLimits.all)
  assert.ok(counted.length <= floodLimits.addresses + 1)
  assert.equal(
    counted.reduce((all, { count }) => all + count, full),
    100_000,
  )
  assert.ok(counted.some(({ address }) => address === OTHER_ADDRESSES))
})

test('a flood of one kind does not hide another kind', () => {
  const flood = new RefusalFloodLimit()
  admitted(flood, 100_000, (at) => `2001:db8::${at.toString(16)}`)
  assert.equal(flood.admits({ kind: 'refused.login_failed', address: '192.0.2.7' }), true)
})
