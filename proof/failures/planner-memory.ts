// How much memory the planner can make the server take, whatever it answers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { collectGarbage } from '#measure/garbage.ts'
import { faults } from '#planner-simulator/faults.ts'
import { httpPlanner } from '#server/planner/http.ts'
import { limits } from '#server/planner/limits.ts'
import { PlannerFailed } from '#server/planner/port.ts'

/** The simulator runs in a process of its own, so that only what we take is counted. */
export async function planThroughFaults(tell: (line: string) => void) {
  const main = join(import.meta.dirname, '../../planner-simulator/main.ts')
  const simulator = spawn(process.execPath, [main, '0', '10000'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(simulator.stdout, 'data')) as [Buffer]
    const { PLANNER_URL, PLANNER_TOKEN } = JSON.parse(String(line)) as Record<string, string>
    // A right answer of this size first: what follows shall not cost more than that plus the bound.
    const ask = (path: string) =>
      httpPlanner(
        { url: new URL(path, PLANNER_URL), token: String(PLANNER_TOKEN) },
        { ...limits, silence: 2_000, time: 20_000 },
      )
    const users = (await ask('/').listUsers()).length
    const { start, end } = thisWeek()
    await ask('/').listHappenings(start, end)
    const before = await settled()
    let highest = before
    const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5)
    for (const name of Object.keys(faults)) {
      const faulty = ask(`/fault/${name}/`)
      for (const question of [() => faulty.listUsers(), () => faulty.listHappenings(start, end)])
        await question().then(
          (answer: unknown[]) =>
            name !== 'nobody' && tell(`${name} was taken for an answer of ${answer.length}`),
          (error: unknown) => {
            if (!(error instanceof PlannerFailed)) throw error
          },
        )
    }
    clearInterval(watch)
    return { users, faults: Object.keys(faults).length, extraMb: (highest - before) / 1024 ** 2 }
  } finally {
    simulator.kill()
  }
}

/** The simulator plans around the day on which it starts. */
function thisWeek() {
  const today = Temporal.Now.plainDateISO()
  return { start: today.toString(), end: today.add({ days: 7 }).toString() }
}

async function settled() {
  await collectGarbage()
  return process.memoryUsage().rss
}
