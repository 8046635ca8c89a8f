import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { hostileHosts, innerNetworks } from '#server/testing/inner-addresses.ts'
import { destinationOf, sendTo } from './destination.ts'

const good = [
  'https://empfang.example/',
  'https://a.b.empfang.example/kontor?von=hier',
  'https://empfang.example',
]

/** Public names. Push refuses them, because they do not belong to its services; webhooks accept them. */
const publicNames = [
  'metadata.google.internal',
  'fcm.googleapis.com.boese.example',
  'boese-fcm.googleapis.com',
  'xfcm.googleapis.com',
  'googleapis.com',
  'boese.example#fcm.googleapis.com',
  'boese.example?fcm.googleapis.com',
]

test('an address over https under a public name is taken', () => {
  for (const address of good) assert.equal(destinationOf(address)?.isOurs, false, address)
})

test('whatever the guard of notifications refuses by its form is refused for a webhook, too', () => {
  const refused = [
    ...hostileHosts.filter((host) => !publicNames.includes(host)).map((host) => `https://${host}/abc`),
    ...innerNetworks.flatMap(([, ...ends]) =>
      ends.map((end) => `https://${end.includes(':') ? `[${end}]` : end}/`),
    ),
    'https://8.8.8.8/',
    'https://[2600::1]/',
    'https://intern/',
    'https://localhost./',
    'https://empfang.localhost/',
    'https://Empfang.LOCALHOST/',
    'https://empfang.example./',
    ...good.flatMap((address) => [
      address.replace('https:', 'http:'),
      address.replace('https', 'ftp'),
      address.replace('https://', 'https://user:pass@'),
      address.replace('.example', '.example:8443'),
      address.replace('.example', '.example\\@boese.example'),
      address.replace('https://', 'https:\n//'),
      ` ${address}`,
      `${address}${'x'.repeat(1_000)}`,
    ]),
    'javascript:alert(1)//empfang.example/',
    'https://',
    '',
  ]
  for (const address of refused) assert.equal(destinationOf(address), undefined, address)
})

test('a host of the house is reached where the operator has named it, to the letter and the port', async () => {
  const inner = createServer((_, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
  await once(inner.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(inner.address() as AddressInfo).port}`
  const destination = destinationOf(`http://${host}/kontor`, [host])
  assert.ok(destination?.isOurs)
  const message = { headers: {}, body: Buffer.from('{}') }
  // Redirects are not followed.
  assert.equal((await sendTo(destination, message)).status, 302)
  for (const other of [
    'http://127.0.0.1:1/',
    'http://127.0.0.1/',
    `http://127.0.0.2:${host.split(':')[1]}/`,
    `http://user@${host}/`,
    `http://${host}\\@boese.example/`,
    `ftp://${host}/`,
  ])
    assert.equal(destinationOf(other, [host]), undefined, other)
  inner.close()
})
