// Circuit breakers per push service. A silent service is paused, then probed with one delivery, with growing
// pauses, until it answers. A service that has never answered is also probed with one, so that invented names
// cannot take more.

type Service = { state: 'untried' | 'answers' | 'silent'; failures: number; pause: number; until: number }

const MOST_FAILURES = 3
/** In seconds. */
const FIRST_PAUSE = 10
const LONGEST_PAUSE = 300
/** Total probes of services not known to answer; the other slots of the lane are for working ones. */
const MOST_PROBES = 3
/** Names come from browsers; beyond this number the oldest is dropped. */
const MOST_SERVICES = 200

/** Outcome of a delivery: accepted; device gone; refused, temporarily or finally; no answer. */
const outcomes = ['sent', 'gone', 'refused', 'silent'] as const
export type Outcome = (typeof outcomes)[number]

const untried: Service = { state: 'untried', failures: 0, pause: 0, until: 0 }

export class Breakers {
  readonly #services = new Map<string, Service>()
  readonly #counts = new Map<string, Record<Outcome, number>>()
  readonly #now: () => number

  /** `now`: monotonic seconds. */
  constructor(now = () => performance.now() / 1_000) {
    this.#now = now
  }

  /** Allowed concurrent deliveries to a service; `running` lists the service of each running one. */
  places(name: string, running: readonly string[]): number {
    const { state, until } = this.#of(name)
    if (state === 'answers') return Number.POSITIVE_INFINITY
    if (until > this.#now()) return 0
    const probes = running.filter((other) => other !== name && this.#of(other).state !== 'answers')
    return probes.length < MOST_PROBES ? 1 : 0
  }

  /** Any answer proves that the service is there. */
  answered(name: string) {
    this.#put(name, { ...untried, state: 'answers' })
  }

  /** Metrics since the start of this node. */
  count(name: string, outcome: Outcome) {
    const counts = this.#counts.get(name)
    if (counts) {
      counts[outcome]++
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

  /** Seconds to pause; 0 while the failure may be the device's fault. */
  failed(name: string): number {
    const service = this.#of(name)
    const failures = service.failures + 1
    if (service.state === 'answers' && failures < MOST_FAILURES) {
      this.#put(name, { ...service, failures })
      return 0
    }
    const rest = service.until - this.#now()
    // Deliveries in flight when it fell silent are no new evidence.
    if (rest > 0) return rest
    const pause = Math.min(Math.max(service.pause * 2, FIRST_PAUSE), LONGEST_PAUSE)
    this.#put(name, { state: 'silent', failures, pause, until: this.#now() + pause })
    return pause
  }

  /** Known services and their state. */
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
