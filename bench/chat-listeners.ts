// Helper process that keeps a room open for many people, and records when the last of them has received each
// message.
import { WebSocket } from 'ws'
import { serveOrders } from '#measure/child.ts'
import { recordDelivery, recordDisconnect, type Wait, waitFor } from './heard.ts'

export type { Wait }
export type Open = { open: { url: string; cookies: (string | null)[] } }

serveOrders(
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
    web.once('close', (code) => failed(recordDisconnect(new Error(`a listener was closed with ${code}`))))
  })
}

/** Parses only the message's number, so that listeners use little CPU. */
function hearIn(data: Buffer) {
  const from = data.indexOf('#')
  const until = data.indexOf('#', from + 1)
  if (from >= 0 && until >= 0 && until - from <= 12)
    recordDelivery(Number(data.toString('latin1', from + 1, until)))
}
