import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { hostileHosts, innerNetworks } from '#server/testing/inner-addresses.ts'
import {
  createPublicFetch,
  fetchConfigured,
  fetchPublic,
  isPublicAddress,
  NoAnswer,
  NotPublic,
  resolveHost,
  TooLarge,
} from './outgoing.ts'

const limits = { time: 2_000, bytes: 1_000 }

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

test('a public name that leads inside, or partly inside, is asked nothing', async () => {
  let connections = 0
  const inner = createServer(() => connections++).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const url = new URL(`https://rebinding.example:${(inner.address() as AddressInfo).port}/`)
  const answers = [
    [],
    ['127.0.0.1'],
    ['142.250.1.2', '127.0.0.1'],
    ...innerNetworks.flatMap(([, ...ends]) => ends.map((end) => [end])),
  ]
  for (const addresses of answers)
    await assert.rejects(createPublicFetch(async () => addresses)(url, { limits }), NotPublic)
  assert.equal(connections, 0)
  inner.close()
})

test('a name is looked up once for a connection: a second answer comes too late to lead inside', async () => {
  const inner = createHttpServer((_, answer) => answer.end()).listen(0, '127.0.0.1')
  await once(inner, 'listening')
  let lookups = 0
  const ask = createPublicFetch(async () => (++lookups === 1 ? ['192.0.43.10'] : ['127.0.0.1']))
  const url = new URL(`http://rebinding.example:${(inner.address() as AddressInfo).port}/`)
  await assert.rejects(ask(url, { limits: { time: 300, bytes: 0 } }), NoAnswer)
  assert.equal(lookups, 1)
  await assert.rejects(ask(url, { limits }), NotPublic)
  inner.close()
})

test('a number in place of a name is refused where it is not public', async () => {
  const numbers = innerNetworks.flatMap(([, ...ends]) =>
    ends.map((end) => (end.includes(':') ? `[${end}]` : end)),
  )
  for (const host of [
    ...numbers,
    ...hostileHosts.filter((host) => /^[\d[]/.test(host) && !host.includes('%')),
  ])
    await assert.rejects(fetchPublic(new URL(`https://${host}/`), { limits }), NotPublic, host)
})

test('a redirect is an answer, and leads nowhere', async () => {
  await using server = await answering((answer) => answer.writeHead(302, { location: '/elsewhere' }).end())
  const answer = await fetchConfigured(server.url, { limits })
  answer.discard()
  assert.equal(answer.status, 302)
  assert.equal(server.requests(), 1)
})

test('an answer ends at its bound of bytes, packed or not', async () => {
  const long = 'x'.repeat(limits.bytes + 1)
  for (const [body, headers] of [
    [long, {}],
    [gzipSync(long), { 'content-encoding': 'gzip' }],
  ] as const) {
    await using server = await answering((answer) => answer.writeHead(200, headers).end(body))
    const { body: pieces } = await fetchConfigured(server.url, { limits })
    await assert.rejects(Array.fromAsync(pieces), TooLarge)
  }
})

test('an answer ends at its bound of time, and at its bound of silence', async () => {
  await using server = await answering((answer) => answer.writeHead(200).write('x'))
  for (const patience of [
    { time: 200, bytes: 10 },
    { time: 60_000, silence: 200, bytes: 10 },
  ]) {
    const { body } = await fetchConfigured(server.url, { limits: patience })
    await assert.rejects(Array.fromAsync(body), (error) => error instanceof NoAnswer && error.isLate)
  }
})

test('one that takes the connection and says nothing is not waited for', async () => {
  const held: Socket[] = []
  const silent = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`)
  await assert.rejects(
    fetchConfigured(url, { limits: { time: 60_000, bytes: 0 } }),
    (error) => error instanceof NoAnswer && error.isLate,
  )
  for (const socket of held) socket.destroy()
  silent.close()
})

test('a name server that says nothing is not waited for', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const servers = [`127.0.0.1:${silent.address().port}`]
  const names = Array.from({ length: 8 }, (_, number) => `${number}.push.apple.com`)
  assert.deepEqual(
    await Promise.all(names.map((name) => resolveHost(name, { servers }))),
    names.map(() => []),
  )
  silent.close()
})

test('a name that has an address of the older kind is not held up by the newer one’s silence', async () => {
  const server = createSocket('udp4').bind(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('message', (question, { port }) => {
    // After the queried name come its type (1 is IPv4) and its class, two bytes each.
    const name = question.indexOf(0, 12) + 1
    if (question.readUInt16BE(name) !== 1) return
    const asked = question.subarray(12, name + 4)
    const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 142, 250, 1, 2])
    server.send(Buffer.concat([head, asked, answer]), port, '127.0.0.1')
  })
  const servers = [`127.0.0.1:${server.address().port}`]
  assert.deepEqual(await resolveHost('fcm.googleapis.com', { servers }), ['142.250.1.2'])
  server.close()
})

async function answering(answer: (response: ServerResponse) => unknown) {
  let requests = 0
  const server = createHttpServer((_, response) => {
    requests++
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
