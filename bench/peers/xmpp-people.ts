// Helper process with many people in one room of an XMPP server. Each has a plain TCP connection and a minimal
// XMPP client (RFC 6120, XEP-0045) with an anonymous login. Records when the last of them has received each
// message.
import { connect, type Socket } from 'node:net'
import { serveOrders } from '#measure/child.ts'
import { recordDelivery, recordDisconnect, type Wait, waitFor } from '../heard.ts'
import { domain } from './xmpp-server.ts'

const room = `alle@rooms.${domain}`

export type Join = { join: { port: number; people: number } }
/** Each message is sent by another person. Answered with the time at which each was sent. */
export type Say = { say: { number: number; text: string }[] }

const people: Socket[] = []

serveOrders(async (order: Join | Say | Wait): Promise<number | number[]> => {
  if ('join' in order) return join(order.join)
  return 'say' in order ? say(order.say) : waitFor(order.wait)
})

async function join({ port, people: count }: Join['join']): Promise<number> {
  // The first person to enter creates the room.
  people.push(await enter(port, 0))
  for (let from = 1; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, (_, at) => enter(port, from + at))
    people.push(...(await Promise.all(some)))
  }
  return people.length
}

function say(texts: Say['say']): number[] {
  return texts.map(({ number, text }) => {
    const body = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const message = `<message type='groupchat' to='${room}' id='m${number}'><body>${body}</body></message>`
    people[number % people.length]?.write(message)
    return performance.timeOrigin + performance.now()
  })
}

const stream = `<?xml version='1.0'?><stream:stream to='${domain}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`

/** Text to send at each step, and the pattern that ends its answer. */
const stepsOf = (name: string): [say: string, until: RegExp][] => [
  [stream, /<\/stream:features>/],
  [`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>`, /<success/],
  [stream, /<\/stream:features>/],
  [`<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, / type=['"]result['"]/],
  [
    `<presence to='${room}/${name}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`,
    /<subject/,
  ],
]

/** Resolves with the subject of the room, which the server sends last. */
function enter(port: number, number: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('utf8')
  const steps = stepsOf(`person-${number}`)
  let pending = ''
  return new Promise((entered, failed) => {
    const next = () => {
      pending = ''
      const step = steps[0]
      if (step) socket.write(step[0])
      else entered(socket)
    }
    socket.once('connect', next)
    socket.on('error', failed)
    socket.on('close', () =>
      failed(recordDisconnect(new Error(`person ${number} was cut off: ${pending.slice(-300)}`))),
    )
    socket.on('data', (piece: string) => {
      pending += piece
      if (steps.length === 0) pending = hearAll(pending)
      else if (/type=['"]error['"]|<failure/.test(pending)) socket.destroy()
      else if (steps[0]?.[1].test(pending)) {
        steps.shift()
        next()
      }
    })
  })
}

/** Records the messages in the text, and returns the incomplete rest. */
function hearAll(text: string): string {
  let end = 0
  for (const message of text.matchAll(/<body>#(\d+)#[^<]*<\/body>/g)) {
    recordDelivery(Number(message[1]))
    end = message.index + message[0].length
  }
  return text.slice(Math.max(end, text.length - 1_000))
}
