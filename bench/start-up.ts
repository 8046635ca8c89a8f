// B10: how long a warm `npm start` takes until the first good answer.
import { join } from 'node:path'
import type { Figure } from '#measure/figures.ts'
import { freePort, isQuiet, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import { interval, median } from '#measure/statistics.ts'
import type { Effort } from './product.ts'

const root = join(import.meta.dirname, '..')
const GOAL_MS = 4_000

export async function startUp({ pairs }: Effort): Promise<Figure[]> {
  const dataDir = makeDataFolder()
  const port = await freePort()
  const start = async () => {
    const command = ['npm', '--prefix', root, 'start']
    const server = await startServer({ dataDir, port, limited: true, command })
    await server.stop()
    if (!(await isQuiet(dataDir))) throw new Error('a process of the server has outlived it')
    return server.startMs
  }
  try {
    // The first start installs and builds what is missing.
    await start()
    const times: number[] = []
    for (let turn = 0; turn < Math.min(pairs, 5); turn++) times.push(await start())
    const figure = 'B10 warm start by `npm start`'
    const { length: n } = times
    return [{ figure, value: median(times), unit: 'ms', n, ...interval(times), goal: GOAL_MS }]
  } finally {
    await removeDataFolder(dataDir)
  }
}
