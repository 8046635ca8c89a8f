// Those who have a room open: a helper program that counts what reaches how many of them, and when.
import { WebSocket } from 'ws'
import { takeOrders } from '#measure/child.ts'

/** Messages carry their number as `#7#`. */
export type Open = { open: { url: string; cookies: (string | null)[] } }
export type Wait = { wait: { numbers: number[]; listeners: number; patienceMs?: number } }

const PATIENCE_MS = 60_000

const heard = new Map<number, { count: number; last: number }>()
let lost: Error | undefined
let wake = () => {}

takeOrders(
  async (order: Open | Wait): Promise<number | number[]> =>
    'open' in order ? open(order.open) : wait(order.wait),
)

async function open({ url, cookies }: Open['open']): Promise<number> {
  for (let from = 0; from < cookies.length; from += 50)
    await Promise.all(cookies.slice(from, from + 50).map((cookie) => connect(url, cookie)))
  return cookies.length
}

function connect(url: string, cookie: string | null): Promise<void> {
  const web = new WebSocket(url, { headers: cookie ? { cookie } : {}, perMessageDeflate: false })
  web.on('message', hear)
  return new Promise((opened, failed) => {
    web.once('message', () => opened())
    web.once('error', failed)
    web.once('close', (code) => {
      lost ??= new Error(`a listener was closed with ${code}`)
      failed(lost)
      wake()
    })
  })
}

/** Without reading the whole: who listens shall cost little. */
function hear(data: Buffer) {
  const from = data.indexOf('#')
  const until = data.indexOf('#', from + 1)
  if (from < 0 || until < 0 || until - from > 12) return
  const number = Number(data.toString('latin1', from + 1, until))
  const known = heard.get(number) ?? { count: 0, last: 0 }
  known.count++
  known.last = performance.timeOrigin + performance.now()
  heard.set(number, known)
  wake()
}

/** When each of the messages had reached everybody. */
async function wait({ numbers, listeners, patienceMs = PATIENCE_MS }: Wait['wait']): Promise<number[]> {
  const countOf = (number: number) => heard.get(number)?.count ?? 0
  const missing = () => numbers.find((number) => countOf(number) < listeners)
  const end = performance.now() + patienceMs
  const timer = setTimeout(() => wake(), patienceMs + 1)
  for (let number = missing(); number !== undefined; number = missing()) {
    if (lost) throw lost
    if (performance.now() >= end)
      throw new Error(`only ${countOf(number)} of ${listeners} have heard message ${number}`)
    await new Promise<void>((again) => (wake = again))
  }
  clearTimeout(timer)
  wake = () => {}
  return numbers.map((number) => heard.get(number)?.last ?? 0)
}
