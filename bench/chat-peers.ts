// R4 to R6 beside ejabberd and Prosody: 400 people in one room, a message alone and sixteen at once, in the same run.
// What a delivery costs, and how long after it was sent the last of them has it. Kontor writes to PostgreSQL and
// waits for the disk; the others' archives do not wait.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo, json } from '#measure/ask.ts'
import { type Helper, startHelper } from '#measure/child.ts'
import { askingCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { cpuDuring } from '#measure/processes.ts'
import { comparedIn, inTurn, percentile } from '#measure/statistics.ts'
import type { Open } from './chat-listeners.ts'
import { numberIn, roomOfMany, textOf } from './chat-room.ts'
import type { Wait } from './heard.ts'
import { missing } from './peers/debian.ts'
import { ejabberdPackages, startEjabberd } from './peers/ejabberd.ts'
import { prosodyPackages, startProsody } from './peers/prosody.ts'
import type { Join, Say } from './peers/xmpp-people.ts'
import type { XmppServer } from './peers/xmpp-server.ts'
import { startProduct } from './product.ts'
import type { Effort } from './read-ratio.ts'

/** ejabberd takes half a minute to let so many in. */
const MEMBERS = 400
const BURST = 16
/** Messages of a block: so many that the clock's ticks do not matter. */
const BLOCK = 64
/** Blocks before anything counts. */
const WARM_UP = 6
/** After a message, until it is quiet again; in ms. */
const PAUSE = 20

/** A server with everybody in its room: `say` answers when each was sent. */
type Room = { pid: number; people: Helper; say: (texts: string[]) => Promise<number[]> }
/** µs of CPU for each delivery, and how long each message took until the last had it, in ms. */
type Block = { cpu: number; times: number[] }

const peers = [
  { name: 'ejabberd', packages: ejabberdPackages, start: startEjabberd },
  { name: 'Prosody', packages: prosodyPackages, start: startProsody },
]

export async function chatPeers({ pairs }: Effort): Promise<Figure[]> {
  const product = await startProduct()
  const { ask, close } = connectTo(product.port, BURST)
  const here = await startHelper(new URL('chat-listeners.ts', import.meta.url), askingCore)
  try {
    const { path, cookies } = await roomOfMany(product, MEMBERS)
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
      pid: product.pid,
      people: here,
      say: async (texts) => {
        const sent = texts.map(() => now())
        await Promise.all(texts.map(send))
        return sent
      },
    }
    for (let round = 0; round < WARM_UP; round++) await block(ours, 1)
    const figures: Figure[] = []
    for (const { name, packages, start } of peers) {
      const absent = missing(`R4 to R6 beside ${name}`, packages)
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
  const there = await startHelper(new URL('peers/xmpp-people.ts', import.meta.url), askingCore)
  try {
    await there.order({ join: { port: server.port, people: MEMBERS } } satisfies Join)
    const theirs: Room = {
      pid: server.pid,
      people: there,
      say: (texts) =>
        there.order<number[]>({ say: texts.map((text) => ({ number: numberIn(text), text })) } satisfies Say),
    }
    for (let round = 0; round < WARM_UP / 2; round++) await block(theirs, 1)
    const figures: Figure[] = []
    for (const [size, id, how] of [
      [1, 'R4', 'alone'],
      [BURST, 'R5', 'in a burst'],
    ] as const) {
      const blocks = await inTurn(
        pairs,
        () => block(ours, size),
        () => block(theirs, size),
      )
      const costs = blocks.map(({ product, baseline }) => ({ product: product.cpu, baseline: baseline.cpu }))
      figures.push({
        figure: `${id} chat message to one of 400, ${how}, to ${name}`,
        unit: 'µs',
        goal: 1,
        ...comparedIn(costs),
      })
      for (const [share, words] of [
        [0.5, 'half of them'],
        [0.99, '99 of 100'],
      ] as const) {
        const of = (side: 'product' | 'baseline') =>
          percentile(
            blocks.flatMap((both) => both[side].times),
            share,
          )
        const [value, baseline] = [of('product'), of('baseline')]
        const n = pairs * BLOCK
        figures.push({
          figure: `R6 until the last of 400 has it, ${how}, ${words}, to ${name}`,
          value,
          baseline,
          ratio: value / baseline,
          unit: 'ms',
          n,
          goal: 1,
        })
      }
    }
    return figures
  } finally {
    await there.stop()
    await server.stop()
  }
}

async function block({ pid, people, say }: Room, size: number): Promise<Block> {
  const times: number[] = []
  const spent = await cpuDuring(pid, async () => {
    for (let said = 0; said < BLOCK; said += size) {
      const texts = Array.from({ length: size }, textOf)
      const sent = await say(texts)
      const wait: Wait = { wait: { numbers: texts.map(numberIn), listeners: MEMBERS } }
      const last = await people.order<number[]>(wait)
      times.push(...last.map((at, place) => at - (sent[place] ?? at)))
      await sleep(PAUSE)
    }
  })
  return { cpu: spent / (BLOCK * MEMBERS), times }
}

const now = () => performance.timeOrigin + performance.now()
