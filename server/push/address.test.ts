import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileHosts, innerNetworks } from '#server/testing/inner-addresses.ts'
import { isPublicAddress, knownEndpoint } from './address.ts'

const good = [
  'https://fcm.googleapis.com/fcm/send/abc:def-ghi',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://db5p.notify.windows.com/w/?token=BQYAAA%3d',
  'https://web.push.apple.com/QGuQyavXutnMH',
]

test('endpoints of the browsers’ services are taken', () => {
  for (const endpoint of good) assert.ok(knownEndpoint(endpoint), endpoint)
})

test('whatever else calls itself an endpoint is not', () => {
  const refused = [
    ...hostileHosts.map((host) => `https://${host}/abc`),
    ...good.map((endpoint) => endpoint.replace('https:', 'http:')),
    ...good.map((endpoint) => endpoint.replace('https://', 'https://user:pass@')),
    ...good.map((endpoint) => endpoint.replace('.com/', '.com:8443/')),
    ...good.map((endpoint) => endpoint.replace('.com/', '.com\\@boese.example/')),
    ...good.map((endpoint) => endpoint.replace('https://', 'https:\n//')),
    ...good.map((endpoint) => `${endpoint}${'x'.repeat(1_000)}`),
    ...good.map((endpoint) => ` ${endpoint}`),
    ...good.map((endpoint) => endpoint.replace('https', 'file')),
    'https://fcm.googleapis.com',
    'https://fcm.googleapis.com/',
    'javascript:alert(1)//fcm.googleapis.com/',
    'data:text/plain,https://fcm.googleapis.com/x',
  ]
  for (const endpoint of refused) assert.equal(knownEndpoint(endpoint), undefined, endpoint)
})

test('no address of a special network is public, from its first to its last, however IPv6 writes it', () => {
  for (const [network, ...ends] of innerNetworks) {
    for (const address of ends) {
      assert.equal(isPublicAddress(address), false, `${network} ${address}`)
      if (!address.includes(':')) {
        for (const written of [`::ffff:${address}`, `::${address}`, `64:ff9b::${address}`])
          assert.equal(isPublicAddress(written), false, written)
      }
    }
  }
})

test('addresses beside the special networks are public', () => {
  const outside = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::',
    '2600::1',
    '2a00:1450:4001:80b::200a',
  ]
  for (const address of outside) assert.ok(isPublicAddress(address), address)
})

test('what is no address at all is not public', () => {
  for (const address of [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '1.2.3',
    '2a00::1%eth0',
    '1.2.3.4 ',
    '[2a00::1]',
  ])
    assert.equal(isPublicAddress(address), false, address)
})
