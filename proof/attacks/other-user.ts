// The other user, a helper process: sends four ordinary calls in turn at a fixed pace, however slow the server is.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '#measure/ask.ts'
import { serveOrders } from '#measure/child.ts'
import { roomPath } from '#measure/crowd.ts'
import { percentile } from '#measure/statistics.ts'
import { count, type Tally } from './method.ts'

const EVERY_MS = 25
/** Longer than any answer may take, in ms. A failed call counts as a wait of this length. */
const ANSWER_TIMEOUT_MS = 30_000

export type OtherUserOrder = { port: number; cookie: string; room: number; ms: number }
/** `putOff`: number of 503 answers with `Retry-After`. `failed`: number of failures by status or kind. */
export type Waits = { p50: number; p99: number; putOff: number; failed: Tally; n: number }

/**
 * Measures each call from the time it is sent, so that delays of this program do not count. A call that is
 * refused with 503 is repeated when the server says, like in the app; that time counts as waiting.
 */
serveOrders(async ({ port, cookie, room, ms }: OtherUserOrder): Promise<Waits> => {
  const { ask, close } = connectTo(port)
  const paths = ['/users/current/', '/chat/groups/', '/docs/?page=0&order_by=%2Bname', roomPath(room)]
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const times: number[] = []
  const failed: Tally = {}
  let putOff = 0
  const askFor = async (path: string) => {
    const sent = performance.now()
    for (;;) {
      const answer = await ask({ method: 'GET', path, cookie, headers })
      if (answer.status === 200) return times.push(performance.now() - sent)
      const again = Number(answer.headers['retry-after'])
      if (answer.status !== 503 || !again) return count(failed, answer.status)
      putOff++
      await sleep(again * 1_000)
    }
  }
  const asked: Promise<unknown>[] = []
  const begin = performance.now()
  for (let place = 0; place * EVERY_MS < ms; place++) {
    await sleep(Math.max(0, begin + place * EVERY_MS - performance.now()))
    asked.push(askFor(paths[place % paths.length] as string).catch(() => count(failed, 'gone')))
  }
  await Promise.race([Promise.all(asked), sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false })])
  const n = asked.length
  const missing = n - times.length
  const unanswered = missing - Object.values(failed).reduce((sum, times) => sum + times, 0)
  if (unanswered > 0) count(failed, 'unanswered', unanswered)
  close()
  const waits = [...times, ...Array.from({ length: missing }, () => ANSWER_TIMEOUT_MS)]
  return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99), putOff, failed, n }
})
