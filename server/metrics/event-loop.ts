// Measures how late this process comes to what it has to do, in stretches of ten seconds by its own clock: who looks
// changes nothing, so that several may look.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

const RESOLUTION_MS = 20
const STRETCH_MS = 10_000
/** A look tells the worst of the last minute. */
const STRETCHES = 6

type Delay = { p50: number; p99: number; most: number }

export class EventLoop {
  readonly #monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  readonly #timer: NodeJS.Timeout
  readonly #stretches: Delay[] = []

  constructor(stretchMs = STRETCH_MS) {
    this.#monitor.enable()
    this.#timer = setInterval(() => this.#end(), stretchMs).unref()
  }

  /** The worst of the last minute, in ms; until the first stretch is over, of what there is. */
  get delay(): Delay {
    const known = this.#stretches.length > 0 ? this.#stretches : [this.#now()]
    const worst = (which: keyof Delay) => Math.max(...known.map((stretch) => stretch[which]))
    return { p50: worst('p50'), p99: worst('p99'), most: worst('most') }
  }

  /** Seconds since the start in which it was at work, not waiting. */
  get activeSeconds(): number {
    return performance.eventLoopUtilization().active / 1_000
  }

  stop() {
    clearInterval(this.#timer)
    this.#monitor.disable()
  }

  #end() {
    this.#stretches.push(this.#now())
    if (this.#stretches.length > STRETCHES) this.#stretches.shift()
    this.#monitor.reset()
  }

  /** The monitor's counts include the pause between two of its looks. */
  #now(): Delay {
    const late = (ns: number) => (Number.isFinite(ns) ? Math.max(0, ns / 1e6 - RESOLUTION_MS) : 0)
    const { max } = this.#monitor
    return {
      p50: late(this.#monitor.percentile(50)),
      p99: late(this.#monitor.percentile(99)),
      most: this.#monitor.count === 0 ? 0 : late(max),
    }
  }
}
