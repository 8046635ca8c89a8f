// PgBouncer as docs/betrieb/mehrere-server/ has it, between a server and its database.
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, leftOut } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { freePort, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import { placeFor } from '#server/db/embedded/place.ts'
import { replaced } from './balancers.ts'
import type { Programs } from './debian.ts'
import { makeCluster, runPostgres } from './postgres.ts'
import { visit } from './visitors.ts'

const docs = join(import.meta.dirname, '../../docs/betrieb/mehrere-server/pgbouncer.ini')
const CALM_MS = 2_000
const AFTER_MS = 12_000
const WELL_MS = 10_000

/** Changes go through it, also after it was restarted under everybody; in transaction mode no server starts. */
export async function throughPgBouncer(programs: Programs, tell: (line: string) => void): Promise<Figure[]> {
  const path = programs.find('pgbouncer')
  if (path === undefined) return [leftOut('PgBouncer, neither installed nor to be had')]
  const cluster = await makeCluster()
  const database = await runPostgres(cluster)
  const port = await freePort()
  const { account } = placeFor(cluster.home)
  const write = (name: string, text: string) => {
    const file = join(cluster.home, name)
    writeFileSync(file, text)
    if (account) chownSync(file, account.uid, account.gid)
    return file
  }
  const users = write('userlist.txt', '"kontor" "probe"\n')
  const text = [
    ['host=10.0.0.21 port=5432', `host=127.0.0.1 port=${database.port}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', users],
  ].reduce((text, [what = '', by = '']) => replaced(text, what, by), readFileSync(docs, 'utf8'))
  const settings = write('pgbouncer.ini', text)
  const run = (file: string) => programs.run(path, ['-q', file], port, account)
  const environment = { DATABASE_URL: `postgresql://kontor:probe@127.0.0.1:${port}/kontor` }
  const dataDir = makeDataFolder()
  let pooler = await run(settings)
  const server = await startServer({ dataDir, port: await freePort(), environment })
  try {
    const cookie = await logIn(server.ask)
    const visitors = visit(server.ask, cookie)
    await sleep(CALM_MS)
    await pooler.stop()
    pooler = await run(settings)
    const restarted = performance.now()
    await sleep(AFTER_MS)
    await visitors.end()
    await server.stop()
    await pooler.stop()
    pooler = await run(
      write('transaction.ini', replaced(text, 'pool_mode = session', 'pool_mode = transaction')),
    )
    const refusal = await startServer({ dataDir, port: await freePort(), environment }).then(
      async (started) => {
        await started.stop()
        return ''
      },
      (error: Error) => error.message,
    )
    tell(refusal)
    return [
      {
        figure: 'PgBouncer restarted: well again',
        value: Math.round(visitors.wellAfter(restarted)),
        unit: 'ms',
        n: visitors.made.length,
        goal: WELL_MS,
      },
      {
        figure: 'PgBouncer: servers started in transaction mode',
        value: /PgBouncer|Sitzungsmodus|pool_mode/.test(refusal) ? 0 : 1,
        unit: 'servers',
        n: 1,
        goal: 0,
      },
    ]
  } finally {
    await server.kill('server')
    await pooler.stop()
    await database.stop()
    await cluster.remove()
    await removeDataFolder(dataDir)
  }
}
