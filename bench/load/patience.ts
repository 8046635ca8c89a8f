// Polls wait like in the app (web/poll.ts): for the previous answer, and after a failure for as long as the
// server says (`Retry-After`), but at least as long as the failures have lasted, up to 15 s. Sending a message
// never waits.
import type { Kind, Pace } from './model.ts'

const LONGEST_WAIT_MS = 15_000

type Poll = { kind: Kind; person: number }
type Failing = { since: number; until: number }

export class Patience {
  readonly #pace: Pace
  readonly #failing = new Map<string, Failing>()
  readonly #underWay = new Set<string>()

  constructor(pace: Pace) {
    this.#pace = pace
  }

  waits(poll: Poll): boolean {
    const key = keyOf(poll)
    return this.#underWay.has(key) || (this.#failing.get(key)?.until ?? 0) > performance.now()
  }

  asked(poll: Poll) {
    if (poll.kind !== 'send') this.#underWay.add(keyOf(poll))
  }

  answered(poll: Poll, { status, again }: { status: number; again: number }) {
    const key = keyOf(poll)
    this.#underWay.delete(key)
    if (poll.kind === 'send' || status === 200 || status === 304) {
      this.#failing.delete(key)
      return
    }
    const now = performance.now()
    const { since } = this.#failing.get(key) ?? { since: now }
    const wait = Math.max(this.#pace[poll.kind] ?? 0, again * 1_000, Math.min(now - since, LONGEST_WAIT_MS))
    this.#failing.set(key, { since, until: now + wait * (0.9 + 0.2 * Math.random()) })
  }
}

const keyOf = ({ kind, person }: Poll) => `${kind} ${person}`
