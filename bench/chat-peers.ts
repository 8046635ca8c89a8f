// B3 against ejabberd and Prosody, in one run: with 400 people in a room, the time from sending a message until
// the last of them has it. Kontor waits until PostgreSQL has written the message to disk; the peers' archives
// do not wait.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo, json } from '#measure/ask.ts'
import { type Helper, startHelper } from '#measure/child.ts'
import { clientCore } from '#measure/cores.ts'
import { insertCrowd, roomPath } from '#measure/crowd.ts'
import type { Figure } from '#measure/figures.ts'
import { inTurn, percentile } from '#measure/statistics.ts'
import type { Open } from './chat-listeners.ts'
import type { Wait } from './heard.ts'
import { missing } from './peers/debian.ts'
import { ejabberdPackages, startEjabberd } from './peers/ejabberd.ts'
import { prosodyPackages, startProsody } from './peers/prosody.ts'
import type { Join, Say } from './peers/xmpp-people.ts'
import type { XmppServer } from './peers/xmpp-server.ts'
import type { Effort } from './product.ts'
import { startProduct } from './product.ts'

/** Joining this many takes ejabberd half a minute. */
const MEMBERS = 400
/** Messages of a block. */
const BLOCK = 64
/** Blocks that are sent before the measurement. */
const WARM_UP = 6
/** Pause after each message, in ms. */
const PAUSE = 20

let number = 0
/** Each message carries its number. */
const nextMessageText = () => `#${++number}# Der Bus steht hinten am Tor, wer fährt mit?`
const numberIn = (text: string) => Number(/#(\d+)#/.exec(text)?.[1])

/** A server with all members in one room. `say` sends a message and returns the time at which it was sent. */
type Room = { people: Helper; say: (text: string) => Promise<number> }

const peers = [
  { name: 'ejabberd', packages: ejabberdPackages, start: startEjabberd },
  { name: 'Prosody', packages: prosodyPackages, start: startProsody },
]

export async function chatPeers({ pairs }: Effort): Promise<Figure[]> {
  const product = await startProduct()
  const { ask, close } = connectTo(product.port, 1)
  const here = await startHelper(new URL('chat-listeners.ts', import.meta.url), clientCore)
  try {
    const { people, rooms } = await insertCrowd(product.database, { people: MEMBERS, rooms: 1 })
    const path = roomPath(rooms[0] as number)
    const cookies = people.map(({ cookie }) => cookie)
    await here.order({ open: { url: `ws://127.0.0.1:${product.port}${path}`, cookies } } satisfies Open)
    const send = async (text: string) => {
      const { status } = await ask({
        method: 'POST',
        path: `${path}send_message/`,
        headers: { ...json, cookie: cookies[numberIn(text) % cookies.length] as string },
        body: JSON.stringify({ message: text }),
      })
      if (status !== 200) throw new Error(`a message is answered with ${status}`)
    }
    const ours: Room = {
      people: here,
      say: async (text) => {
        const sent = now()
        await send(text)
        return sent
      },
    }
    for (let round = 0; round < WARM_UP; round++) await block(ours)
    const figures: Figure[] = []
    for (const { name, packages, start } of peers) {
      const absent = missing(`B3 beside ${name}`, packages)
      figures.push(...(absent ? [absent] : await beside(name, ours, await start(), pairs)))
    }
    return figures
  } finally {
    close()
    await here.stop()
    await product.stop()
  }
}

async function beside(name: string, ours: Room, server: XmppServer, pairs: number): Promise<Figure[]> {
  const there = await startHelper(new URL('peers/xmpp-people.ts', import.meta.url), clientCore)
  try {
    await there.order({ join: { port: server.port, people: MEMBERS } } satisfies Join)
    const theirs: Room = {
      people: there,
      say: async (text) => {
        const [sent] = await there.order<number[]>({ say: [{ number: numberIn(text), text }] } satisfies Say)
        return sent ?? Number.NaN
      },
    }
    for (let round = 0; round < WARM_UP / 2; round++) await block(theirs)
    const times = await inTurn(
      pairs,
      () => block(ours),
      () => block(theirs),
    )
    const of = (side: 'product' | 'baseline') =>
      percentile(
        times.flatMap((both) => both[side]),
        0.99,
      )
    const [value, baseline] = [of('product'), of('baseline')]
    const figure = `B3 until the last of 400 has a message, 99 of 100, to ${name}`
    return [{ figure, value, baseline, ratio: value / baseline, unit: 'ms', n: pairs * BLOCK, goal: 1 }]
  } finally {
    await there.stop()
    await server.stop()
  }
}

/** Delays until the last listener had each message, in ms. */
async function block({ people, say }: Room): Promise<number[]> {
  const times: number[] = []
  for (let said = 0; said < BLOCK; said++) {
    const text = nextMessageText()
    const sent = await say(text)
    const wait: Wait = { wait: { numbers: [numberIn(text)], listeners: MEMBERS } }
    const [last] = await people.order<number[]>(wait)
    times.push((last ?? Number.NaN) - sent)
    await sleep(PAUSE)
  }
  return times
}

const now = () => performance.timeOrigin + performance.now()
