import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { addressesOf, post } from './deliver.ts'

test('a service that takes the connection and says nothing is not waited for', async () => {
  const held: Socket[] = []
  const silent = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const delivery = post(new URL(`https://push.example:${port}/one`), {
    headers: {},
    body: Buffer.from('x'),
    addresses: ['127.0.0.1'],
  })
  await assert.rejects(delivery, /no connection in time/)
  for (const socket of held) socket.destroy()
  silent.close()
})

test('a name server that says nothing is not waited for', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const servers = [`127.0.0.1:${silent.address().port}`]
  const names = Array.from({ length: 8 }, (_, number) => `${number}.push.apple.com`)
  assert.deepEqual(
    await Promise.all(names.map((name) => addressesOf(name, { servers }))),
    names.map(() => []),
  )
  silent.close()
})

test('a name that has an address of the older kind is not held up by the newer one’s silence', async () => {
  const server = createSocket('udp4').bind(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('message', (question, { port }) => {
    // The type of the question stands before its class at the end of it: 1 asks for IPv4.
    const name = question.indexOf(0, 12) + 1
    if (question.readUInt16BE(name) !== 1) return
    const asked = question.subarray(12, name + 4)
    const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 142, 250, 1, 2])
    server.send(Buffer.concat([head, asked, answer]), port, '127.0.0.1')
  })
  const servers = [`127.0.0.1:${server.address().port}`]
  assert.deepEqual(await addressesOf('fcm.googleapis.com', { servers }), ['142.250.1.2'])
  server.close()
})
