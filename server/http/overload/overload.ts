// Overload with dignity. Where the server comes later and later to what it is asked, reads are put off before they cost
// anything: first lists, which open screens ask again by themselves, then searches, exports and other reads. What
// somebody does, the login too, keeps its place. It begins and ends by measure, not by a switch: the
// part that is put off grows while work is late, and shrinks as soon as it is not.
import type { ServerResponse } from 'node:http'
import type { Priority } from '#contract/endpoint.ts'
import { OwnTurn } from './own-turn.ts'

export const overloadLimits = {
  /** Work may be so late, in ms; from here on reads are put off. */
  lateMs: 80,
  /** Fewer requests than this between two looks are no crowd: then something else holds the server up. */
  crowd: 40,
  /** So many of each kind are worked on at once. */
  atWork: { low: 50, normal: 100, high: 2_000 } satisfies Record<Priority, number>,
}
const LOOK_MS = 50
/** A pause that passes (garbage) is none: what counts is how late it has been over so long, in ms. */
const SMOOTH_MS = 500
/** So many times too late is too late at once. */
const AT_ONCE = 3
/** A large collection of garbage takes up to so long, in ms. */
const PAUSE_MS = 500
/** While nothing is late, as many lists may be at work as calls usually come within so long, in ms, and no more. */
const HELD_UP_MS = 100
const MOST_HELD_UP = 400
/** Where a tenth of all lists is put off, none of these places is left. */
const GONE_AT = 10
/** What is usual is what has been so for a while, in ms: no crowd that begins all at once. */
const USUAL_MS = 2_000
/**
 * What lies unread for 5 ms counts as if it were 80 late. A server that has pauses reads everything within 2 ms, and
 * what lies here has waited with others before: in a proxy, in the system. But only where it lies as long at so many
 * looks in a row: garbage is a pause, too, and what has come meanwhile is soon made up for.
 */
const UNREAD_COUNTS = 16
const LOOKS = 6
/** How fast the put-off part grows for each `lateMs` too late, and shrinks, in parts of a second. */
const GROWS = 3
const FASTEST = 2
const SHRINKS = 1.5
/** 1: no list is served; 2: no read. */
const MOST = 2
/** Those who are put off come back spread over this many seconds, and more when there are more of them. */
const AGAIN_SECONDS = { first: 2, spread: 6 }

/** The put-off part a moment later. */
export function nextLevel(level: number, { late, ms }: { late: number; ms: number }, aim: number): number {
  const excess = (late - aim) / aim
  const change = excess > 0 ? GROWS * Math.min(FASTEST, excess) : SHRINKS * excess
  return Math.min(MOST, Math.max(0, level + (change * ms) / 1_000))
}

/** What part of the calls of a priority is put off. */
export const partPutOff = (priority: Priority, level: number): number =>
  priority === 'high' ? 0 : Math.min(1, Math.max(0, priority === 'low' ? level : level - 1))

type OverloadParts = {
  /** How long whoever waits longest has waited for the database, in ms. */
  databaseLate: () => number
  limits?: typeof overloadLimits
  random?: () => number
}

export class Overload {
  readonly #parts: Required<OverloadParts>
  readonly #atWork: Record<Priority, number> = { low: 0, normal: 0, high: 0 }
  readonly #entered = new WeakMap<ServerResponse, Priority>()
  #level = 0
  /** How late it has been of late, in ms. */
  #late = 0
  /** How long what came lay unread, at the last looks, in ms. */
  readonly #unread = Array<number>(LOOKS).fill(0)
  #wasLate = false
  #asked = 0
  #lookedAt = performance.now()
  /** How many usually ask in a millisecond, while all are served. */
  #rate = 0
  #timer: NodeJS.Timeout | undefined
  readonly #turn = new OwnTurn()
  readonly putOff: Record<Priority, number> = { low: 0, normal: 0, high: 0 }

  constructor(parts: OverloadParts) {
    this.#parts = { limits: overloadLimits, random: Math.random, ...parts }
  }

  /** 0: everything is served; 1: no list; 2: no read. */
  get level(): number {
    return this.#level
  }

  start() {
    this.#turn.start()
    this.#timer ??= setInterval(() => this.#lookNow(), LOOK_MS).unref()
  }

  #lookNow() {
    const ms = performance.now() - this.#lookedAt
    this.look({ late: Math.max(ms - LOOK_MS, this.#parts.databaseLate()), unread: this.#turn.look(), ms })
  }

  /**
   * While more than a thousand connections have something to say at once, Node can leave its timers alone for a
   * second.
   */
  #lookIfDue() {
    if (this.#timer && performance.now() - this.#lookedAt > 2 * LOOK_MS) this.#lookNow()
  }

  stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#turn.stop()
  }

  /** `late`: how late work was since the last look, `ms` ago; `unread`: how long what came lay unread. */
  look({ late, unread = 0, ms }: { late: number; unread?: number; ms: number }) {
    if (ms <= 0) return
    const { lateMs, crowd } = this.#parts.limits
    const { low, normal, high } = this.#atWork
    const isCrowd = Math.max(this.#asked, low + normal + high) >= crowd
    const counted = isCrowd && !this.#isPause(late) ? late : 0
    this.#wasLate = late > lateMs
    this.#late += (counted - this.#late) * (1 - Math.exp(-ms / SMOOTH_MS))
    this.#unread.shift()
    this.#unread.push(isCrowd ? unread : 0)
    const lies = Math.min(...this.#unread) * UNREAD_COUNTS
    const pressure = Math.max(counted > AT_ONCE * lateMs ? counted : this.#late, lies)
    this.#level = nextLevel(this.#level, { late: pressure, ms }, lateMs)
    // An overload is not what is usual.
    if (this.#level === 0) this.#rate += (this.#asked / ms - this.#rate) * (1 - Math.exp(-ms / USUAL_MS))
    this.#asked = 0
    this.#lookedAt = performance.now()
  }

  /**
   * While all are served, one late look is left out where hardly anybody was heard meanwhile: nobody made the server
   * late, it stood still. In an overload it is late of those whom it hears, ten in a millisecond.
   */
  #isPause(late: number): boolean {
    return this.#level === 0 && !this.#wasLate && late <= PAUSE_MS && this.#asked < late
  }

  /** Somebody is answered from memory, or has had a place before: nobody to put off, but part of the crowd. */
  hears() {
    this.#asked++
    this.#lookIfDue()
  }

  /**
   * What a pause of the server or of the database has held up stands at work at once: it waits mostly for one and the
   * same read, and is soon made up for. With the first lists that are put off these places go, by and by.
   */
  #mostAtWork(priority: Priority): number {
    const most = this.#parts.limits.atWork[priority]
    if (priority !== 'low') return most
    const heldUp = Math.min(MOST_HELD_UP, this.#rate * HELD_UP_MS) * Math.max(0, 1 - GONE_AT * this.#level)
    return Math.max(most, heldUp)
  }

  /** Whether a call may begin. */
  admits(priority: Priority): boolean {
    this.#asked++
    this.#lookIfDue()
    const isAdmitted =
      this.#atWork[priority] < this.#mostAtWork(priority) &&
      (this.#level === 0 || this.#parts.random() >= partPutOff(priority, this.#level))
    if (!isAdmitted) this.putOff[priority]++
    return isAdmitted
  }

  /** Counted until its answer is made, or nobody waits for it any more. */
  enter(priority: Priority, response: ServerResponse) {
    this.#atWork[priority]++
    this.#entered.set(response, priority)
    response.once('close', () => this.leave(response))
  }

  leave(response: ServerResponse) {
    const priority = this.#entered.get(response)
    if (priority === undefined) return
    this.#entered.delete(response)
    this.#atWork[priority]--
  }

  /** In seconds; different for each, so that they do not come back together. */
  get again(): number {
    const { first, spread } = AGAIN_SECONDS
    return first + Math.round(this.#parts.random() * spread * Math.max(1, this.#level))
  }
}
