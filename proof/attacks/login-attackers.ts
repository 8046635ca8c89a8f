// Helper process that sends wrong logins from many connections, between the orders `begin` and `end`.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '#measure/ask.ts'
import { serveOrders } from '#measure/child.ts'
import { tryLogIn } from '#measure/log-in.ts'

export type Crowd = { port: number; connections: number; from: keyof typeof addresses }
export type CrowdOrder = { begin: Crowd } | { end: true }

/** Client address (X-Forwarded-For) of the n-th wrong login. */
const addresses = {
  'one network': (number: number) => `2001:db8:1:1::${(number % 0xffff).toString(16)}`,
  '1,000 addresses': (number: number) => `198.51.${100 + ((number % 1_000) >> 8)}.${(number % 1_000) & 255}`,
}

let end = async () => 0

serveOrders(async (order: CrowdOrder): Promise<number> => {
  if ('end' in order) return end()
  end = begin(order.begin)
  return 0
})

/** Returns a function that stops the crowd and resolves with the number of tries. */
function begin({ port, connections, from }: Crowd): () => Promise<number> {
  const { ask, close } = connectTo(port, connections)
  let tried = 0
  const over = new AbortController()
  const guess = async () => {
    while (!over.signal.aborted) {
      const number = tried++
      const account = { username: `niemand-${number}`, password: 'geraten' }
      const headers = { 'x-forwarded-for': addresses[from](number) }
      // The server may close connections of the crowd: the next try opens a new one.
      await tryLogIn(ask, account, { headers }).catch(() => sleep(10))
    }
  }
  const guesses = Promise.all(Array.from({ length: connections }, guess))
  return async () => {
    over.abort()
    await guesses
    close()
    return tried
  }
}
