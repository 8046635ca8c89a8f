import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { networkOf, proxiesOf } from './address.ts'

test('an IPv4 address is counted as it is, an IPv6 one by its /64', () => {
  assert.equal(networkOf('10.4.0.1'), '10.4.0.1')
  assert.equal(networkOf('::ffff:10.4.0.1'), '10.4.0.1')
  const same = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::5', '2001:0db8:0001:0002:0:0:0:9', '2001:db8:1:2::']
  for (const address of same) assert.equal(networkOf(address), '2001:db8:1:2::/64', address)
  assert.equal(networkOf('2001:db8:1:3::1'), '2001:db8:1:3::/64')
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

const visitor = (trusted: string[], remoteAddress: string, forwarded?: string) =>
  proxiesOf(trusted).visitorOf({
    socket: { remoteAddress },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  } as unknown as IncomingMessage)

test('only proxies that are trusted are believed where a visitor comes from', () => {
  assert.equal(visitor(['loopback'], '127.0.0.1', '192.0.2.7'), '192.0.2.7')
  assert.equal(visitor(['loopback'], '::ffff:127.0.0.1', '192.0.2.7'), '192.0.2.7')
  assert.equal(visitor(['loopback'], '198.51.100.1', '192.0.2.7'), '198.51.100.1')
  assert.equal(visitor([], '127.0.0.1', '192.0.2.7'), '127.0.0.1')
  assert.equal(visitor(['10.0.0.0/8', '::1'], '::1', '203.0.113.5, 192.0.2.7, 10.1.2.3'), '192.0.2.7')
  assert.equal(visitor(['loopback'], '127.0.0.1', 'no address'), 'no address')
})

test('proxies are trusted by address, net and name', () => {
  const { isProxy } = proxiesOf(['loopback', 'uniquelocal', '192.0.2.7', '2001:db8::/32'])
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
  assert.equal(proxiesOf([]).isProxy('127.0.0.1'), false)
})
