// Work on its way to the server: one request at a time; what comes to wait meanwhile goes next. Out of reach it is
// tried again by itself, after longer and longer pauses, and at once when there is a reason to think that it will
// succeed. What waits, in which order or which values of it, and what the server's answer means, is said by whose
// work it is.
import { backOff } from './back-off.ts'

/** It was not taken, and may be by itself; not before `atLeast`, in ms, where the server has said so. */
export type Later = { kind: 'later'; problem: string; status?: number; atLeast?: number | undefined }

type Work<Batch, Outcome> = {
  /** What is to go now; undefined for nothing. */
  next: () => Batch | undefined
  /** Says what came of it, and never fails. */
  send: (batch: Batch) => Promise<Outcome | Later>
  /** Called with what came of it, before anything else goes. */
  onDone: (batch: Batch, outcome: Outcome | Later) => void
  /** What is under way, or whether it waits, may be another than before. */
  onChange: () => void
  /** Between two requests, in ms. */
  pause?: number
}

const waitAfter = backOff({ first: 2_000, factor: 2, longest: 25_000 })

/** Those that wait until they can be tried again. */
const waiting = new Set<() => Promise<void>>()

/** There is a reason to try again: what waits goes out at once. */
export function wakeOutboxes() {
  for (const wake of waiting) void wake()
}
globalThis.addEventListener?.('online', wakeOutboxes)
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') wakeOutboxes()
})

export function createOutbox<Batch extends object, Outcome extends object>({
  next,
  send,
  onDone,
  onChange,
  pause = 0,
}: Work<Batch, Outcome>) {
  let underWay: Batch | undefined
  let failures = 0
  /** What came of the last try. */
  let last: Later | undefined
  /** When the server wants to be asked again at the earliest. */
  let welcomeFrom = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      welcomeFrom = 0
      void flush()
    }, ms)
  }

  /** What is due goes now, unless something is under way, or the server wants it later. */
  async function flush(): Promise<void> {
    if (underWay || Date.now() < welcomeFrom) return
    clearTimeout(timer)
    timer = undefined
    const batch = next()
    if (!batch) {
      // Nothing waits any more: what comes next is not late.
      if (failures > 0) {
        rest()
        onChange()
      }
      return
    }
    underWay = batch
    onChange()
    const outcome = await send(batch)
    underWay = undefined
    if (isLater(outcome)) {
      failures++
      last = outcome
      waiting.add(nudge)
      const { atLeast = 0 } = outcome
      welcomeFrom = Date.now() + atLeast
      schedule(Math.max(atLeast, waitAfter(failures)))
    } else rest()
    onDone(batch, outcome)
    onChange()
    if (isLater(outcome)) return
    if (pause === 0) return flush()
    // Whoever has typed meanwhile has set the time already.
    if (timer === undefined && next()) schedule(pause)
  }

  /** As if nothing had failed. */
  function rest() {
    failures = 0
    last = undefined
    welcomeFrom = 0
    waiting.delete(nudge)
  }
  /** Somebody wants it to go now. */
  function wake() {
    rest()
    onChange()
    return flush()
  }
  /** It goes by itself as soon as the server wants it. */
  async function nudge() {
    if (Date.now() >= welcomeFrom) await wake()
  }

  return {
    flush,
    wake,
    /** In `ms`, instead of whenever it was planned. While the server is out of reach the pause goes on. */
    soon(ms: number) {
      if (failures === 0) schedule(ms)
    },
    underWay: () => underWay,
    /** The last try did not reach the server, or it was told to come later. */
    isWaiting: () => failures > 0,
    /** What the server said to the last try; undefined where there was no connection. */
    problem: () => (last && last.status !== 0 ? last.problem : undefined),
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      welcomeFrom = 0
      waiting.delete(nudge)
    },
  }
}

export const isLater = (outcome: object): outcome is Later => 'kind' in outcome && outcome.kind === 'later'
