import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20

/** Delay of the event loop, per minute; reading it does not reset it. */
export class EventLoop {
  readonly #monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #lastMinute: ReturnType<typeof this.measure> | undefined

  constructor() {
    this.#monitor.enable()
  }

  /** Covers the last minute, in ms; before the first one is over, the time so far. */
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

  /** Subtracts the sampling interval, which the values of the monitor include. */
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
