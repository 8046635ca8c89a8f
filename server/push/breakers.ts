// Circuit breakers: whether each push service answers this node. One that does not is left alone for a while, then
// asked with one delivery, and so on, longer apart each time, until it answers. One that never answered yet is asked
// with one as well: whatever name somebody gives for a service, it never takes more than that.

type Service = { state: 'untried' | 'answers' | 'silent'; failures: number; pause: number; until: number }

const MOST_FAILURES = 3
/** In seconds. */
const FIRST_PAUSE = 10
const LONGEST_PAUSE = 300
/** Services not known to answer, together: the other places of the lane are for those that do. */
const MOST_PROBES = 3
/** The names come from browsers: beyond so many the oldest is forgotten. */
const MOST_SERVICES = 200

/** The outcome of a delivery: taken; the device is gone; refused, for now or for good; not answered. */
const outcomes = ['sent', 'gone', 'refused', 'silent'] as const
export type Outcome = (typeof outcomes)[number]

const untried: Service = { state: 'untried', failures: 0, pause: 0, until: 0 }

export class Breakers {
  readonly #services = new Map<string, Service>()
  readonly #counts = new Map<string, Record<Outcome, number>>()
  readonly #now: () => number

  /** `now` in seconds, of a clock that nobody sets. */
  constructor(now = () => performance.now() / 1_000) {
    this.#now = now
  }

  /** How many deliveries to a service may go on at once; `running` names the service of each that does. */
  places(name: string, running: readonly string[]): number {
    const { state, until } = this.#of(name)
    if (state === 'answers') return Number.POSITIVE_INFINITY
    if (until > this.#now()) return 0
    const probes = running.filter((other) => other !== name && this.#of(other).state !== 'answers')
    return probes.length < MOST_PROBES ? 1 : 0
  }

  /** Any answer means that the service is there. */
  answered(name: string) {
    this.#put(name, { ...untried, state: 'answers' })
  }

  /** Counts one delivery, for the metrics since the start of this node. */
  count(name: string, outcome: Outcome) {
    const known = this.#counts.get(name)
    if (known) {
      known[outcome]++
      return
    }
    this.#counts.set(name, { sent: 0, gone: 0, refused: 0, silent: 0, [outcome]: 1 })
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MOST_SERVICES && oldest !== undefined) this.#counts.delete(oldest)
  }

  counts(): { service: string; outcome: Outcome; count: number }[] {
    return [...this.#counts].flatMap(([service, counts]) =>
      outcomes.map((outcome) => ({ service, outcome, count: counts[outcome] })),
    )
  }

  /** For how many seconds it is left alone from now on; 0 as long as it may have been the device's fault. */
  failed(name: string): number {
    const known = this.#of(name)
    const failures = known.failures + 1
    if (known.state === 'answers' && failures < MOST_FAILURES) {
      this.#put(name, { ...known, failures })
      return 0
    }
    const rest = known.until - this.#now()
    // Deliveries that were on their way when it fell silent tell nothing new.
    if (rest > 0) return rest
    const pause = Math.min(Math.max(known.pause * 2, FIRST_PAUSE), LONGEST_PAUSE)
    this.#put(name, { state: 'silent', failures, pause, until: this.#now() + pause })
    return pause
  }

  /** The services that were asked, and whether they answer. */
  list(): { service: string; answers: boolean }[] {
    return [...this.#services].map(([service, { state }]) => ({ service, answers: state === 'answers' }))
  }

  #of(name: string): Service {
    return this.#services.get(name) ?? untried
  }

  #put(name: string, service: Service) {
    this.#services.delete(name)
    this.#services.set(name, service)
    const [oldest] = this.#services.keys()
    if (this.#services.size > MOST_SERVICES && oldest !== undefined) this.#services.delete(oldest)
  }
}
