// Counts the listeners that each message has reached, and when the last. Messages carry their number as `#7#`.

export type Wait = { wait: { numbers: number[]; listeners: number; patienceMs?: number } }

const TIMEOUT_MS = 60_000

const heard = new Map<number, { count: number; last: number }>()
let lost: Error | undefined
let wake = () => {}

/** Records that one more listener has received this message. */
export function recordDelivery(number: number) {
  const known = heard.get(number) ?? { count: 0, last: 0 }
  known.count++
  known.last = performance.timeOrigin + performance.now()
  heard.set(number, known)
  wake()
}

/** Records that a listener was disconnected: `waitFor` throws instead of waiting for it. */
export function recordDisconnect(error: Error): Error {
  lost ??= error
  wake()
  return lost
}

/** Moments at which each message had reached everybody. */
export async function waitFor({
  numbers,
  listeners,
  patienceMs = TIMEOUT_MS,
}: Wait['wait']): Promise<number[]> {
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
