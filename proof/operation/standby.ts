// A primary and a standby with the settings of docs/betrieb/mehrere-server/: killed and promoted under people who
// change something, again and again, each time with a new pair.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, singleTimes } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { freePort, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import { copyAsStandby, makeCluster, runPostgres } from './postgres.ts'
import { visit } from './visitors.ts'

const docs = join(import.meta.dirname, '../../docs/betrieb/mehrere-server')
const CALM_MS = 1_500
const AFTER_MS = 6_000
const WELL_MS = 10_000

export async function promoteStandbys(promotions: number, tell: (line: string) => void): Promise<Figure[]> {
  const rounds: Awaited<ReturnType<typeof promoteOnce>>[] = []
  for (let number = 0; number < promotions; number++) {
    const round = await promoteOnce()
    tell(
      `promoted: ${round.made} changes, ${round.lost} of them lost, well after ${Math.round(round.wellMs)} ms`,
    )
    rounds.push(round)
  }
  const sum = (of: 'made' | 'lost') => rounds.reduce((all, round) => all + round[of], 0)
  const wellMs = rounds.map((round) => round.wellMs)
  return [
    {
      figure: 'standby promoted: acknowledged and lost',
      value: sum('lost'),
      unit: 'changes',
      n: sum('made'),
      goal: 0,
    },
    { figure: 'standby promoted: well again', ...singleTimes(wellMs) },
    {
      figure: 'the longest of these',
      value: Math.round(Math.max(...wellMs)),
      unit: 'ms',
      n: promotions,
      goal: WELL_MS,
    },
  ]
}

async function promoteOnce() {
  const first = await makeCluster()
  const primaryPort = await freePort()
  const second = copyAsStandby(first, { host: '127.0.0.1', port: primaryPort, user: 'kontor' })
  const primary = await runPostgres(first, settingsOf('primary.conf'), primaryPort)
  const standby = await runPostgres(second, settingsOf('standby.conf'))
  const dataDir = makeDataFolder()
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const server = await startServer({
    dataDir,
    port: await freePort(),
    environment: { DATABASE_URL: `postgresql://kontor@${hosts}/kontor?target_session_attrs=read-write` },
  })
  try {
    const cookie = await logIn(server.ask)
    const visitors = visit(server.ask, cookie)
    await sleep(CALM_MS)
    await primary.stop('kill')
    await standby.ask('select pg_promote()')
    const promoted = performance.now()
    await sleep(AFTER_MS)
    await visitors.end()
    const names = new Set((await standby.ask('select name from groups')).map(({ name }) => name))
    return {
      made: visitors.made.length,
      lost: visitors.made.filter((name) => !names.has(name)).length,
      wellMs: visitors.wellAfter(promoted),
    }
  } finally {
    await server.kill('server')
    await standby.stop('kill').catch(() => {})
    for (const folder of [first, second]) await folder.remove()
    await removeDataFolder(dataDir)
  }
}

/** As PostgreSQL reads them, each on a line of its own. */
function settingsOf(file: string): Record<string, string> {
  const lines = readFileSync(join(docs, file), 'utf8').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
}
