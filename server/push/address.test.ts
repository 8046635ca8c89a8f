import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileHosts } from '#server/testing/inner-addresses.ts'
import { knownEndpoint } from './address.ts'

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
