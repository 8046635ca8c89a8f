import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20

/** How late this process comes to what it has to do, minute by minute: who looks changes nothing. */
export class EventLoop {
  readonly #monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #lastMinute: ReturnType<typeof this.measure> | undefined

  constructor() {
    this.#monitor.enable()
  }

  /** Of the last minute, in ms; until the first one is over, of what there is. */
  get delay() {
    return this.#lastMinute ?? this.measure()
  }

  endMinute() {
    this.#lastMinute = this.measure()
    this.#monitor.reset()
    return this.#lastMinute
  }

  stop() {
    this.#monitor.disable()
  }

  /** The monitor's counts include the pause between two of its looks. */
  measure() {
    const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
    const { count, max } = this.#monitor
    if (count === 0) return { p50: 0, p99: 0, most: 0 }
    return {
      p50: late(this.#monitor.percentile(50)),
      p99: late(this.#monitor.percentile(99)),
      most: late(max),
    }
  }
}
