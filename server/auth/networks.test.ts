import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOwnMachine, networksOf } from './networks.ts'

const table: [address: string, near: string, wide: string][] = [
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:1::1', '2001:db8:1:1::/64', '2001:db8:1::/48'],
  ['2001:db8:1:1::3c', '2001:db8:1:1::/64', '2001:db8:1::/48'],
  ['2001:DB8:0001:0001:ffff:ffff:ffff:ffff', '2001:db8:1:1::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8:0:0:1:2:192.0.2.7', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['::', '0:0:0:0::/64', '0:0:0::/48'],
  ['unknown', 'unreadable', 'unreadable'],
  ['192.0.2.7:4711', 'unreadable', 'unreadable'],
  ['', 'unreadable', 'unreadable'],
]
for (const [address, near, wide] of table) {
  test(`„${address}“ is counted as ${near}`, () => assert.deepEqual(networksOf(address), { near, wide }))
}

test('the own machine is known in every way of writing it, and nobody else is taken for it', () => {
  for (const own of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])
    assert.equal(isOwnMachine(own), true, own)
  for (const other of ['128.0.0.1', '::2', '::ffff:10.0.0.1', '127:1::1', 'localhost', ''])
    assert.equal(isOwnMachine(other), false, other)
})
