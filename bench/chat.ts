// R4 to R7: what a chat message costs, how soon it has reached everybody, what a connection holds; against bare ws.
// Beside other servers: chat-peers.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { json } from '#measure/ask.ts'
import { type Helper, startHelper } from '#measure/child.ts'
import { askingCore, measuredCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { cpuDuring, residentOf, treeOf } from '#measure/processes.ts'
import { inPairs, interval, percentile } from '#measure/statistics.ts'
import type { Relay } from './bare-relay.ts'
import type { Open, Wait } from './chat-listeners.ts'
import { numberIn, roomOfMany, textOf } from './chat-room.ts'
import { startProduct } from './product.ts'

const MEMBERS = 1_000
const RATE_MS = 20
/** Rounds of 64 messages before anything counts: a server that has run for a minute. */
const WARM_UP = 6
/** So many more connections each member opens to see what they hold. */
const MORE_EACH = 9

export async function chatCost({ pairs }: { pairs: number }): Promise<Figure[]> {
  const product = await startProduct()
  const relay = await startHelper(new URL('bare-relay.ts', import.meta.url), measuredCore)
  const [here, there] = [
    await startHelper(new URL('chat-listeners.ts', import.meta.url), askingCore),
    await startHelper(new URL('chat-listeners.ts', import.meta.url), askingCore),
  ]
  try {
    const { path, cookies } = await roomOfMany(product, MEMBERS)
    const port = await relay.order<number>({ start: true } satisfies Relay)
    const [rooms, sockets] = [`ws://127.0.0.1:${product.port}${path}`, `ws://127.0.0.1:${port}/`]
    await here.order({ open: { url: rooms, cookies } } satisfies Open)
    await there.order({ open: { url: sockets, cookies: cookies.map(() => null) } } satisfies Open)
    const say = (text: string) =>
      product.ask({
        method: 'POST',
        path: `${path}send_message/`,
        headers: { ...json, cookie: cookies[numberIn(text) % cookies.length] as string },
        body: JSON.stringify({ message: text }),
      })
    const productCosts = (size: number) => () =>
      perDelivery(product.pid, size, async (texts) => {
        const numbers = texts.map(numberIn)
        await Promise.all(texts.map(say))
        await here.order({ wait: { numbers, listeners: MEMBERS } } satisfies Wait)
      })
    const relayCosts = (size: number) => () =>
      perDelivery(relay.pid, size, async (texts) => {
        await relay.order({ say: texts.map(frameLike) } satisfies Relay)
        await there.order({ wait: { numbers: texts.map(numberIn), listeners: MEMBERS } } satisfies Wait)
      })
    for (let round = 0; round < WARM_UP; round++) {
      await productCosts(1)()
      await relayCosts(1)()
    }
    const single = await inPairs(pairs, productCosts(1), relayCosts(1))
    const burst = await inPairs(pairs, productCosts(16), relayCosts(16))
    const soon = await latencies(say, here)
    const floor = await latencies(async (text) => {
      await relay.order({ say: [frameLike(text)], durable: true } satisfies Relay)
    }, there)
    // Last, when both have long had what they need for themselves; on the machine's limit of open files there is room
    // for it.
    const more = Array.from({ length: MORE_EACH }, () => cookies).flat()
    const held = await inPairs(
      1,
      () => opened(product.pid, here, { url: rooms, cookies: more }),
      () => opened(relay.pid, there, { url: sockets, cookies: more.map(() => null) }),
    )
    const counted = { unit: 'µs', goal: 1 }
    return [
      { figure: 'R4 chat message to one of 1,000, alone', ...single, ...counted },
      { figure: 'R5 chat message to one of 1,000, in a burst', ...burst, ...counted, goal: 0.35 },
      {
        figure: 'R6 chat message until the last of 1,000 has it',
        ...timesOf(soon, 0.5),
        baseline: timesOf(floor, 0.5).value,
        unit: 'ms',
      },
      {
        figure: 'R6 the same, 99 of 100',
        ...timesOf(soon, 0.99),
        baseline: timesOf(floor, 0.99).value,
        ratio: timesOf(soon, 0.99).value / timesOf(floor, 0.99).value,
        unit: 'ms',
        goal: 2,
      },
      { figure: 'R7 memory of an open room', ...held, unit: 'kB', goal: 2 },
    ]
  } finally {
    await Promise.all([relay.stop(), here.stop(), there.stop()])
    await product.stop()
  }
}

async function opened(pid: number, listeners: Helper, open: Open['open']): Promise<number> {
  const before = memoryOf(pid)
  await listeners.order({ open } satisfies Open)
  await sleep(500)
  return (memoryOf(pid) - before) / open.cookies.length
}

const memoryOf = (pid: number) =>
  treeOf(pid)
    .slice(0, 1)
    .reduce((sum, one) => sum + residentOf(one), 0)

/** CPU in µs for each time that a message reaches somebody. So many messages that the clock's ticks do not matter. */
async function perDelivery(pid: number, size: number, send: (texts: string[]) => Promise<void>) {
  const rounds = Math.ceil(64 / size)
  const spent = await cpuDuring(pid, async () => {
    for (let round = 0; round < rounds; round++) await send(Array.from({ length: size }, textOf))
  })
  return spent / (rounds * size * MEMBERS)
}

/** At fifty a second: from the moment that the sending is answered to the one when the last has it. */
async function latencies(say: (text: string) => Promise<unknown>, listeners: Helper): Promise<number[]> {
  const accepted: number[] = []
  const numbers: number[] = []
  const running: Promise<void>[] = []
  for (let said = 0; said < 200; said++) {
    const text = textOf()
    const place = numbers.push(numberIn(text)) - 1
    const send = async () => {
      await say(text)
      accepted[place] = performance.timeOrigin + performance.now()
    }
    running.push(send())
    await sleep(RATE_MS)
  }
  await Promise.all(running)
  const last = await listeners.order<number[]>({ wait: { numbers, listeners: MEMBERS } } satisfies Wait)
  return last.map((at, place) => Math.max(0, at - (accepted[place] ?? at)))
}

const timesOf = (times: number[], share: number) => ({
  value: percentile(times, share),
  n: times.length,
  ...(share === 0.5 && interval(times)),
})

/** As long as what the product sends. */
const frameLike = (text: string) =>
  JSON.stringify({
    type: 'new_message',
    message: {
      id: 123_456,
      user_id: 123,
      username: 'person-123',
      created_at: '2026-11-21T08:00:00.000Z',
      content: text,
      image: null,
      client_key: null,
    },
  })
