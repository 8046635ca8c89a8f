// Helper program for many people with a room open: counts how many each message has reached, and when.
import { WebSocket } from 'ws'
import { takeOrders } from '#measure/child.ts'
import { hear, lose, type Wait, waitFor } from './heard.ts'

export type { Wait }
export type Open = { open: { url: string; cookies: (string | null)[] } }

takeOrders(
  async (order: Open | Wait): Promise<number | number[]> =>
    'open' in order ? open(order.open) : waitFor(order.wait),
)

async function open({ url, cookies }: Open['open']): Promise<number> {
  for (let from = 0; from < cookies.length; from += 50)
    await Promise.all(cookies.slice(from, from + 50).map((cookie) => connect(url, cookie)))
  return cookies.length
}

function connect(url: string, cookie: string | null): Promise<void> {
  const web = new WebSocket(url, { headers: cookie ? { cookie } : {}, perMessageDeflate: false })
  web.on('message', hearIn)
  return new Promise((opened, failed) => {
    web.once('message', () => opened())
    web.once('error', failed)
    web.once('close', (code) => failed(lose(new Error(`a listener was closed with ${code}`))))
  })
}

/** Reads only the number of the message: listeners must cost little. */
function hearIn(data: Buffer) {
  const from = data.indexOf('#')
  const until = data.indexOf('#', from + 1)
  if (from >= 0 && until >= 0 && until - from <= 12) hear(Number(data.toString('latin1', from + 1, until)))
}
