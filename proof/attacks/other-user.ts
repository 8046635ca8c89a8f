// Somebody who has nothing to do with it, at a machine of their own: four ordinary calls in turn, sent when they are due
// whatever the server does.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '#measure/ask.ts'
import { takeOrders } from '#measure/child.ts'
import { roomPath } from '#measure/crowd.ts'
import { percentile } from '#measure/statistics.ts'

const EVERY_MS = 25
/** Longer than any of it may take. What fails has taken no less. */
const PATIENCE_MS = 30_000

export type Asked = { port: number; cookie: string; room: number; ms: number }
export type Waits = { p50: number; p99: number; failed: number; n: number }

/** How long they waited, from the moment when each call was sent: that this program itself is late is nobody's wait. */
takeOrders(async ({ port, cookie, room, ms }: Asked): Promise<Waits> => {
  const { ask, close } = connectTo(port)
  const paths = ['/users/current/', '/chat/groups/', '/docs/?page=0&order_by=%2Bname', roomPath(room)]
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const times: number[] = []
  const askOnce = async (path: string) => {
    const sent = performance.now()
    const { status } = await ask({ method: 'GET', path, cookie, headers })
    if (status === 200) times.push(performance.now() - sent)
  }
  const asked: Promise<void>[] = []
  const begin = performance.now()
  for (let place = 0; place * EVERY_MS < ms; place++) {
    await sleep(Math.max(0, begin + place * EVERY_MS - performance.now()))
    asked.push(askOnce(paths[place % paths.length] as string).catch(() => {}))
  }
  await Promise.race([Promise.all(asked), sleep(PATIENCE_MS, undefined, { ref: false })])
  close()
  const n = asked.length
  const failed = n - times.length
  const waits = [...times, ...Array.from({ length: failed }, () => PATIENCE_MS)]
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99), failed, n }
})
