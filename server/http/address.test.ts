import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { isLoopbackAddress, networkKeysOf, parseTrustedProxies } from './address.ts'

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
  ['127.1', 'unreadable', 'unreadable'],
  ['0x7f.0.0.1', 'unreadable', 'unreadable'],
]
for (const [address, near, wide] of table) {
  test(`„${address}“ is counted as ${near}`, () => assert.deepEqual(networkKeysOf(address), { near, wide }))
}

test('the own machine is known in every way of writing it, and nobody else is taken for it', () => {
  for (const own of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])
    assert.equal(isLoopbackAddress(own), true, own)
  for (const other of ['128.0.0.1', '::2', '::ffff:10.0.0.1', '127:1::1', 'localhost', ''])
    assert.equal(isLoopbackAddress(other), false, other)
})

const visitor = (trusted: string[], remoteAddress: string, forwarded?: string) =>
  parseTrustedProxies(trusted).visitorOf({
    socket: { remoteAddress },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  } as unknown as IncomingMessage)

test('only proxies that are trusted are believed where a visitor comes from', () => {
  assert.equal(visitor(['loopback'], '127.0.0.1', '192.0.2.7'), '192.0.2.7')
  assert.equal(visitor(['loopback'], '::ffff:127.0.0.1', '192.0.2.7'), '192.0.2.7')
  assert.equal(visitor(['loopback'], '198.51.100.1', '192.0.2.7'), '198.51.100.1')
  assert.equal(visitor([], '127.0.0.1', '192.0.2.7'), '127.0.0.1')
  assert.equal(visitor(['10.0.0.0/8', '::1'], '::1', '203.0.113.5, 192.0.2.7, 10.1.2.3'), '192.0.2.7')
})

test('a proxy may name the port, and one that names no address stands for its visitors', () => {
  const said = (forwarded: string) => visitor(['loopback', '10.0.0.0/8'], '127.0.0.1', forwarded)
  assert.equal(said('192.0.2.7:4711'), '192.0.2.7')
  assert.equal(said('203.0.113.5, [2001:DB8::1]:443, 10.1.2.3:80'), '2001:db8::1')
  assert.equal(said('[2001:db8::1]'), '2001:db8::1')
  for (const none of [
    'no address',
    'unknown',
    '',
    '192.0.2.7:x',
    '999.1.1.1',
    'x'.repeat(5_000),
    '[::1',
    '1.2:80',
  ])
    assert.equal(said(none), '127.0.0.1', none)
  assert.equal(said('192.0.2.7, unknown, 10.1.2.3'), '10.1.2.3')
})

test('proxies are trusted by address, net and name', () => {
  const { isProxy } = parseTrustedProxies(['loopback', 'uniquelocal', '192.0.2.7', '2001:db8::/32'])
  for (const address of [
    '127.8.9.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    'fd00::1',
    '192.0.2.7',
    '2001:db8:1::1',
  ])
    assert.equal(isProxy(address), true, address)
  for (const address of [
    '192.0.2.8',
    '172.32.0.1',
    '::ffff:8.8.8.8',
    '2001:db9::1',
    'fe80::1',
    'unknown',
    '',
  ])
    assert.equal(isProxy(address), false, address)
  assert.equal(parseTrustedProxies([]).isProxy('127.0.0.1'), false)
})
