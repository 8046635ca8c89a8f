// Those who have a room open: a helper program that counts what reaches how many of them, and when.
import { WebSocket } from 'ws'
import { takeOrders } from './child.ts'

/** Messages carry their number as `#7#`. */
export type Open = { open: { url: string; cookies: (string | null)[] } }
export type Wait = { wait: { numbers: number[]; listeners: number } }

const heard = new Map<number, { count: number; last: number }>()
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
    web.once('close', (code) => failed(new Error(`closed with ${code}`)))
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
async function wait({ numbers, listeners }: Wait['wait']): Promise<number[]> {
  const isThere = () => numbers.every((number) => (heard.get(number)?.count ?? 0) >= listeners)
  while (!isThere()) await new Promise<void>((again) => (wake = again))
  wake = () => {}
  return numbers.map((number) => heard.get(number)?.last ?? 0)
}
