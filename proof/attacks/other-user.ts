// Somebody who has nothing to do with it: four ordinary calls in turn, sent when they are due whatever the server does.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '../ask.ts'
import { pathOf } from '../chat-crowd.ts'

const EVERY_MS = 50
/** Longer than any of it may take. */
const PATIENCE_MS = 30_000

export type Waits = { p50: number; p99: number; failed: number; n: number }

/** How long they waited, from the moment when each call was due. */
export async function askAsOther(
  { port, cookie, room }: { port: number; cookie: string; room: number },
  ms: number,
): Promise<Waits> {
  const { ask, close } = connectTo(port)
  const paths = ['/users/current/', '/chat/groups/', '/docs/?page=0&order_by=%2Bname', pathOf(room)]
  const times: number[] = []
  let failed = 0
  const askOnce = async (path: string, due: number) => {
    const { status } = await ask({
      method: 'GET',
      path,
      cookie,
      headers: { 'x-forwarded-for': '198.51.100.7' },
    })
    if (status === 200) times.push(performance.now() - due)
    else failed++
  }
  const asked: Promise<void>[] = []
  const begin = performance.now()
  for (let place = 0; place * EVERY_MS < ms; place++) {
    const due = begin + place * EVERY_MS
    await sleep(Math.max(0, due - performance.now()))
    asked.push(askOnce(paths[place % paths.length] as string, due).catch(() => void failed++))
  }
  await Promise.race([Promise.all(asked), sleep(PATIENCE_MS, undefined, { ref: false })])
  close()
  failed += asked.length - times.length - failed
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? ms
  return { p50: at(0.5), p99: at(0.99), failed, n: asked.length }
}
