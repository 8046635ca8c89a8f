// Several nodes on one database, and the people of each room spread over them.
import pg from 'pg'
import { startHelper } from '#measure/child.ts'
import { askingCore, measuredCore } from '#measure/cores.ts'
import { cpuOf } from '#measure/processes.ts'
import { freePort, type RealServer, startServer } from '#measure/real-server.ts'
import { fillCompany } from '../load/company.ts'
import type { Pace } from '../load/model.ts'
import type { Order, RunAnswer } from '../load/people.ts'
import { keepsPlan } from '../load/stage.ts'
import { databaseSince, startOwnDatabase } from './own-database.ts'

export type NodeStage = Awaited<ReturnType<typeof setNodeStage>>
/** `nodes`, `database`: CPU in µs. `writes`: commits that wrote; `commits`: all of the database. */
export type Tried = RunAnswer & {
  cpu: { nodes: number[]; database: number }
  counts: Counts
  keptPlan: boolean
}
type Counts = { writes: number; commits: number }
type Setting = {
  nodes: number
  people: number
  size: number
}

export async function setNodeStage({ nodes, people, size }: Setting) {
  const own = await startOwnDatabase()
  const servers: RealServer[] = []
  const ports: number[] = []
  for (let node = 0; node < nodes; node++) {
    const port = await freePort()
    ports.push(port)
    const setting = { DATABASE_URL: own.url }
    const about = { dataDir: own.dataDir, port, prefix: measuredCore, limited: true, environment: setting }
    servers.push(await startServer(about))
  }
  const database = new pg.Client({ connectionString: own.url })
  await database.connect()
  const company = await fillCompany(database, { people, size, name: 'Team' })
  await database.query('vacuum analyze')
  const crowd = await startHelper(new URL('../load/people.ts', import.meta.url), askingCore)
  const order = <Answer>(one: Order) => crowd.order<Answer>(one)
  const spread = company.map((person, place) => ({ ...person, port: ports[place % nodes] as number }))
  await order({ begin: { port: ports[0] as number, people: spread } })

  const counts = async (): Promise<Counts> => {
    const { rows } = await database.query<Record<keyof Counts, string>>(
      `select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as writes, xact_commit as commits
      from pg_stat_database where datname = current_database()`,
    )
    const [{ writes, commits }] = rows as [Record<keyof Counts, string>]
    return { writes: Number(writes), commits: Number(commits) }
  }
  const cpu = () => ({ nodes: servers.map(({ pid }) => cpuOf(pid) * 1_000), database: own.cpu() })

  return {
    nodes,
    people,
    listen: () => order<number>({ listen: { people } }),
    /** `onlyFirst`: only the people of the first node send. */
    async run(pace: Pace, ms: number, { onlyFirst = false } = {}): Promise<Tried> {
      const before = { cpu: cpu(), counts: await counts() }
      const asked = onlyFirst
        ? { people: Math.floor(people / nodes), step: nodes, pace, ms, manners: false }
        : { people, pace, ms, manners: false }
      const answer = await order<RunAnswer>({ run: asked })
      const now = cpu()
      return {
        ...answer,
        cpu: {
          nodes: now.nodes.map((us, node) => us - (before.cpu.nodes[node] ?? 0)),
          database: databaseSince(before.cpu.database, now.database),
        },
        counts: before.counts,
        keptPlan: keepsPlan(answer),
      }
    },
    counts,
    /** Since a run began. */
    counted: ({ counts: before }: Tried, now: Counts): Counts => ({
      writes: now.writes - before.writes,
      commits: now.commits - before.commits,
    }),
    async stop() {
      await crowd.stop()
      await database.end()
      for (const server of servers) await server.stop()
      await own.stop()
    },
  }
}
