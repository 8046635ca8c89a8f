import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { startHelper } from '#measure/child.ts'
import type { Wait } from '../heard.ts'
import type { Join, Say } from './xmpp-people.ts'

/** As much of an XMPP server as two people in a room notice. */
const inside: Socket[] = []
const answers: [asked: RegExp, answer: string][] = [
  [/<stream:stream/, '<stream:stream><stream:features></stream:features>'],
  [/<auth/, "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"],
  [/<bind/, "<iq type='result' id='bind'/>"],
  [/<presence/, '<message><subject/></message>'],
]
const server = createServer((socket) => {
  socket.on('error', () => {}) // the helper has gone
  socket.setEncoding('utf8').on('data', (text: string) => {
    const answer = answers.find(([asked]) => asked.test(text))?.[1]
    if (answer !== undefined) socket.write(answer)
    if (text.includes('<presence')) inside.push(socket)
    if (text.includes('<body>')) for (const other of inside) tellInPieces(other, text)
  })
})
/** A message may come in two pieces. */
function tellInPieces(socket: Socket, text: string) {
  socket.write(text.slice(0, -20))
  setImmediate(() => socket.write(text.slice(-20)))
}
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())

test('people enter, say something, and are told when the last has it, also where it comes in pieces', async () => {
  const people = await startHelper(new URL('xmpp-people.ts', import.meta.url))
  const { port } = server.address() as AddressInfo
  assert.equal(await people.order({ join: { port, people: 2 } } satisfies Join), 2)
  const say: Say = { say: [{ number: 7, text: '#7# Wo & wann?' }] }
  const [said = 0] = await people.order<number[]>(say)
  const wait: Wait = { wait: { numbers: [7], listeners: 2, patienceMs: 20_000 } }
  const [last = 0] = await people.order<number[]>(wait)
  assert.ok(last >= said)
  await people.stop()
})

test('whoever is cut off ends the waiting with an error', async () => {
  const people = await startHelper(new URL('xmpp-people.ts', import.meta.url))
  const { port } = server.address() as AddressInfo
  inside.length = 0
  await people.order({ join: { port, people: 2 } } satisfies Join)
  const waiting = people.order({ wait: { numbers: [8], listeners: 2, patienceMs: 20_000 } } satisfies Wait)
  for (const socket of inside) socket.destroy()
  await assert.rejects(waiting, /was cut off/)
  await people.stop()
})
