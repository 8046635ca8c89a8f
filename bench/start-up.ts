// How long a second start takes until the first good answer, and the part of it that is Node's own.
import { join } from 'node:path'
import type { Figure } from '#measure/figures.ts'
import { freePort, isQuiet, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import { interval, median } from '#measure/statistics.ts'
import type { Effort } from './read-ratio.ts'

const launcher = join(import.meta.dirname, '../bin/kontor.mjs')
const bare = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')`
const GOAL_MS = 1_500

export async function startUp({ pairs }: Effort): Promise<Figure[]> {
  const dataDir = makeDataFolder()
  const port = await freePort()
  const start = async (script?: string[]) => {
    const server = await startServer({ dataDir, port, limited: true, ...(script && { script }) })
    await server.stop()
    if (!(await isQuiet(dataDir))) throw new Error('a process of the server has outlived it')
    return server.startMs
  }
  try {
    const starts: Record<string, { script?: string[]; goal?: number }> = {
      'start-up of the server': { goal: GOAL_MS },
      'start-up by `npm start` (its launcher)': { script: [launcher, 'start'], goal: GOAL_MS },
      'start-up of a bare node:http server': { script: ['-e', bare] },
    }
    const figures: Figure[] = []
    for (const [figure, { script, goal }] of Object.entries(starts)) {
      // The first one makes what is missing.
      await start(script)
      const times: number[] = []
      for (let turn = 0; turn < Math.min(pairs, 5); turn++) times.push(await start(script))
      figures.push({
        figure,
        value: median(times),
        unit: 'ms',
        n: times.length,
        ...interval(times),
        ...(goal && { goal }),
      })
    }
    return figures
  } finally {
    await removeDataFolder(dataDir)
  }
}
