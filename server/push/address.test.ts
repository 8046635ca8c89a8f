import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1%25eth0]',
    '10.0.0.1',
    '169.254.169.254',
    'metadata.google.internal',
    'fcm.googleapis.com.boese.example',
    'boese-fcm.googleapis.com',
    'xfcm.googleapis.com',
    'googleapis.com',
    'push.apple.com.',
    'notify.windows.com@boese.example',
    'boese.example#fcm.googleapis.com',
    'boese.example?fcm.googleapis.com',
    'fcm。googleapis。com',
    'ⓕⓒⓜ.googleapis.com',
    '',
  ]
  const refused = [
    ...hosts.map((host) => `https://${host}/abc`),
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

const inside: [network: string, first: string, last: string][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255'],
  ['shared', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link local', '169.254.0.0', '169.254.255.255'],
  ['private', '172.16.0.0', '172.31.255.255'],
  ['protocols', '192.0.0.0', '192.0.0.255'],
  ['examples', '192.0.2.0', '192.0.2.255'],
  ['relay', '192.88.99.0', '192.88.99.255'],
  ['private', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['examples', '198.51.100.0', '198.51.100.255'],
  ['examples', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.255'],
  ['nothing', '::', '::'],
  ['loopback', '::1', '::1'],
  ['mapped', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
  ['translated', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['translated', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['protocols', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['examples', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['examples', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

test('no address of a special network is public, from its first to its last, however IPv6 writes it', () => {
  for (const [network, ...ends] of inside) {
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
