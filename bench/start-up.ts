// How long a second start takes until the first good answer, and the part of it that is Node's own.
import { join } from 'node:path'
import type { Figure } from '#measure/figures.ts'
import { freePort, isQuiet, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import { interval, median } from '#measure/statistics.ts'
import type { Effort } from './read-ratio.ts'

type Way = Pick<Parameters<typeof startServer>[0], 'command' | 'script'>

const root = join(import.meta.dirname, '..')
const bare = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')`
const GOAL_MS = 4_000

export async function startUp({ pairs }: Effort): Promise<Figure[]> {
  const dataDir = makeDataFolder()
  const port = await freePort()
  const start = async (way: Way) => {
    const server = await startServer({ dataDir, port, limited: true, ...way })
    await server.stop()
    if (!(await isQuiet(dataDir))) throw new Error('a process of the server has outlived it')
    return server.startMs
  }
  try {
    const starts: Record<string, Way & { goal?: number }> = {
      'start-up by `npm start`': { command: ['npm', '--prefix', root, 'start'], goal: GOAL_MS },
      'start-up without npm': { command: ['node', join(root, 'bin/kontor.mjs'), 'start'], goal: GOAL_MS },
      'start-up of the server': { goal: GOAL_MS },
      'start-up of a bare node:http server': { script: ['-e', bare] },
    }
    const figures: Figure[] = []
    for (const [figure, { goal, ...way }] of Object.entries(starts)) {
      // The first one makes what is missing.
      await start(way)
      const times: number[] = []
      for (let turn = 0; turn < Math.min(pairs, 5); turn++) times.push(await start(way))
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
