// A crowd of wrong logins, as a process of its own: it guesses from when it is told to begin until it is told to end.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '#measure/ask.ts'
import { takeOrders } from '#measure/child.ts'
import { tryLogIn } from '#measure/log-in.ts'

export type Crowd = { port: number; connections: number; from: keyof typeof addresses }
export type CrowdOrder = { begin: Crowd } | { end: true }

/** The address that a wrong login of this number comes from. */
const addresses = {
  'one network': (number: number) => `2001:db8:1:1::${(number % 0xffff).toString(16)}`,
  '1,000 addresses': (number: number) => `198.51.${100 + ((number % 1_000) >> 8)}.${(number % 1_000) & 255}`,
}

let end = async () => 0

takeOrders(async (order: CrowdOrder): Promise<number> => {
  if ('end' in order) return end()
  end = begin(order.begin)
  return 0
})

/** Answers a function that ends it and tells how many were tried. */
function begin({ port, connections, from }: Crowd): () => Promise<number> {
  const { ask, close } = connectTo(port, connections)
  let tried = 0
  const over = new AbortController()
  const guess = async () => {
    while (!over.signal.aborted) {
      const number = tried++
      const account = { username: `niemand-${number}`, password: 'geraten' }
      const headers = { 'x-forwarded-for': addresses[from](number) }
      // A connection that the server ends is the attack's, not the proof's: the next try opens another.
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
