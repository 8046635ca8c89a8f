// Load of the machine during a measurement: times mean little without it.
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** Starts watching; the returned function reports the load since then. */
export function watchMachine(): () => string {
  const [before, begin, own] = [ticks(), performance.now(), process.cpuUsage()]
  return () => {
    const now = ticks()
    const { user, system } = process.cpuUsage(own)
    const seconds = (performance.now() - begin) / 1_000
    const parts = [
      `${seconds.toFixed(0)} s`,
      `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
      `${((user + system) / 1e6).toFixed(0)} s of a core for the proof's own process`,
    ]
    if (before && now) {
      const share = (of: 'busy' | 'stolen') =>
        Math.round((100 * (now[of] - before[of])) / (now.all - before.all))
      parts.push(`${share('busy')} % busy`, `${share('stolen')} % stolen by the host`)
    }
    return parts.join(', ')
  }
}

/** Clock ticks over all cores; undefined on systems other than Linux. */
function ticks() {
  if (process.platform !== 'linux') return undefined
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  const counts = first.trim().split(/\s+/).slice(1).map(Number)
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = counts
  const busy = user + nice + system + irq + soft
  return { busy, stolen, all: busy + stolen + idle + wait }
}
