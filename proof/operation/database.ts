// A database that fails in every way that networks and failovers know, under a server as people start it: how soon it
// is well again, how long anybody waits for a refusal, and what is said on the console.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure, Tell } from '#measure/figures.ts'
import { admin, logIn } from '#measure/log-in.ts'
import {
  compileCache,
  freePort,
  makeDataFolder,
  removeDataFolder,
  serverProgram,
  startServer,
} from '#measure/real-server.ts'
import { type FaultyNetwork, faultyNetwork, throughNetwork } from '#server/testing/faulty-network.ts'
import { copyAsStandby, makeCertificates, makeCluster, type Postgres, runPostgres } from './postgres.ts'
import { visit } from './visitors.ts'

const WELL_MS = 10_000
const REFUSAL_MS = 5_000
const STOP_MS = 10_000
/** Undisturbed time before a fault, and after the recovery. */
const CALM_MS = 1_000
const AFTER_MS = 12_000

/** `mend`: what has to be done so that the database can be used again. */
type Fault = { name: string; happen: () => Promise<void>; mend?: () => Promise<void> }

export async function proveDatabase(tell: Tell): Promise<Figure[]> {
  const figures = [...(await faults(tell)), ...(await tls(tell)), ...(await sayings(tell))]
  return figures
}

/** A primary with a standby that follows it, each behind a network, and one server that knows both. */
async function faults(tell: Tell): Promise<Figure[]> {
  const first = await makeCluster()
  const primaryPort = await freePort()
  const second = copyAsStandby(first, { host: '127.0.0.1', port: primaryPort, user: 'kontor' })
  const primary = await runPostgres(first, {}, primaryPort)
  const standby = await runPostgres(second)
  const ways = [await faultyNetwork(primary), await faultyNetwork(standby)] as const
  const dataDir = makeDataFolder()
  const server = await startServer({
    dataDir,
    port: await freePort(),
    environment: {
      DATABASE_URL: `${throughNetwork(urlOf(primary), ...ways)}?target_session_attrs=read-write`,
    },
  })
  const figures: Figure[] = []
  try {
    const cookie = await logIn(server.ask)
    for (const fault of faultsOf(ways[0], { primary, standby })) {
      const visitors = visit(server.ask, cookie)
      await sleep(CALM_MS)
      await fault.happen()
      const mended = performance.now()
      await fault.mend?.()
      await sleep(AFTER_MS)
      await visitors.end()
      const odd = visitors.odd()
      if (odd.length > 0) throw new Error(`${fault.name}: answered ${JSON.stringify(odd.slice(0, 3))}`)
      const refusals = visitors.refused().length
      tell(
        `${fault.name}: ${refusals} refused, the longest after ${Math.round(visitors.longestRefusal())} ms, ${visitors.made.length} changes, well after ${Math.round(visitors.wellAfter(mended))} ms`,
      )
      figures.push(
        {
          figure: `${fault.name}: well again`,
          value: Math.round(visitors.wellAfter(mended)),
          unit: 'ms',
          n: 1,
          goal: WELL_MS,
        },
        {
          figure: `${fault.name}: longest refusal`,
          value: Math.round(visitors.longestRefusal()),
          unit: 'ms',
          n: refusals,
          goal: REFUSAL_MS,
        },
      )
      if (fault.name !== 'promoted standby') continue
      const names = new Set((await standby.ask('select name from groups')).map(({ name }) => name))
      const lost = visitors.made.filter((name) => !names.has(name)).length
      figures.push({
        figure: `${fault.name}: acknowledged and lost`,
        value: lost,
        unit: 'changes',
        n: visitors.made.length,
        goal: 0,
      })
    }
    // The primary has gone; the server writes to what was the standby, which now falls silent.
    ways[1].fallSilent()
    await sleep(CALM_MS)
    const begin = performance.now()
    await server.stop()
    figures.push({
      figure: 'stop with a silent database',
      value: Math.round(performance.now() - begin),
      unit: 'ms',
      n: 1,
      goal: STOP_MS,
    })
    return figures
  } finally {
    await server.kill('server')
    for (const way of ways) await way.close()
    await standby.stop('kill').catch(() => {})
    for (const folder of [first, second]) await folder.remove()
    await removeDataFolder(dataDir)
  }
}

function faultsOf(
  way: FaultyNetwork,
  { primary, standby }: { primary: Postgres; standby: Postgres },
): Fault[] {
  return [
    { name: 'black hole', happen: async () => way.blackHole() },
    {
      name: 'silent host',
      happen: async () => {
        way.fallSilent()
        await sleep(WELL_MS)
        await way.recover()
      },
    },
    { name: 'connections cut', happen: async () => way.cut() },
    {
      name: 'read-only database',
      happen: async () => {
        await primary.ask('alter system set default_transaction_read_only = on')
        await primary.ask('select pg_reload_conf()')
        await sleep(3_000)
        await primary.ask(
          'set default_transaction_read_only = off',
          'alter system reset default_transaction_read_only',
          'select pg_reload_conf()',
        )
      },
    },
    {
      name: 'promoted standby',
      happen: async () => {
        // Synchronous, as whoever cannot lose an acknowledged change has it.
        await primary.ask("alter system set synchronous_standby_names = '*'")
        await primary.ask('select pg_reload_conf()')
        await sleep(CALM_MS)
        way.fallSilent()
        await primary.stop('kill')
        await standby.ask('select pg_promote()')
      },
    },
  ]
}

/** Which modes let the server start at a PostgreSQL with a certificate of an authority of our own. */
async function tls(tell: Tell): Promise<Figure[]> {
  const folder = await makeCluster()
  const { authority, settings } = makeCertificates(folder)
  const database = await runPostgres(folder, settings)
  const at = (host: string, query: string) => `postgresql://kontor@${host}:${database.port}/kontor?${query}`
  const cases: [url: string, encrypted: boolean | RegExp][] = [
    [at('localhost', 'sslmode=disable'), false],
    [at('localhost', 'sslmode=prefer'), true],
    [at('localhost', 'sslmode=require'), true],
    [at('localhost', `sslmode=require&sslrootcert=${authority}`), true],
    [at('127.0.0.1', `sslmode=verify-ca&sslrootcert=${authority}`), true],
    [at('localhost', `sslmode=verify-full&sslrootcert=${authority}`), true],
    [at('localhost', 'sslmode=verify-full'), /dessen Stelle hier nicht bekannt ist/],
    [at('127.0.0.1', `sslmode=verify-full&sslrootcert=${authority}`), /für einen anderen Rechnernamen/],
  ]
  const { openConnection, endConnection } = await import('#server/db/open.ts')
  const { explainDatabase } = await import('#server/explain-start.ts')
  let right = 0
  try {
    for (const [url, expected] of cases) {
      const found = await openConnection({ connectionString: url }, { name: 'kontor proof' }).then(
        async (client) => {
          const { rows } = await client.query<{ ssl: boolean }>(
            'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
          )
          await endConnection(client)
          return rows[0]?.ssl
        },
        (error: unknown) => (explainDatabase(error, { databaseUrl: url }) as Error).message,
      )
      const isRight = expected instanceof RegExp ? expected.test(String(found)) : found === expected
      if (isRight) right++
      tell(`${url.split('?')[1]}: ${found}${isRight ? '' : ' WRONG'}`)
    }
  } finally {
    await database.stop()
    await folder.remove()
  }
  return [
    {
      figure: 'TLS modes that do otherwise than libpq',
      value: cases.length - right,
      unit: 'modes',
      n: cases.length,
      goal: 0,
    },
  ]
}

/** Checks the console's words while the database is away, and that nothing hangs. */
async function sayings(tell: Tell): Promise<Figure[]> {
  const folder = await makeCluster()
  const database = await runPostgres(folder)
  const way = await faultyNetwork(database)
  const url = throughNetwork(urlOf(database), way)
  const port = await freePort()
  const dataDir = makeDataFolder()
  const run = (program: string, ...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        PORT: String(port),
        ADMIN_PASSWORD: admin.password,
        NODE_COMPILE_CACHE: compileCache,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const pipe of [child.stdout, child.stderr])
      pipe.setEncoding('utf8').on('data', (text) => (said += text))
    return { child, said: () => said, exited: once(child, 'exit') as Promise<[number | null]> }
  }
  try {
    const program = serverProgram.replace('main.ts', 'command.ts')
    // Baseline with a healthy database, to subtract the start of the process.
    const well = await timed(() => run(program, 'doctor').exited)
    way.fallSilent()
    const doctor = run(program, 'doctor')
    const doctorMs = (await timed(() => doctor.exited)) - well
    if (!/FEHLT.*antwortet nicht/.test(doctor.said())) throw new Error(`doctor said:\n${doctor.said()}`)

    const { child, said, exited } = run(serverProgram)
    const waits = async (isSo: () => boolean) => {
      const begin = performance.now()
      while (!isSo()) {
        if (performance.now() - begin > 60_000) throw new Error(`the start said:\n${said()}`)
        await sleep(20)
      }
      return performance.now() - begin
    }
    await waits(() => way.unanswered > 0)
    const saysMs = await waits(() => said().includes('wartet auf die Datenbank'))
    tell(said().trim())
    await way.recover()
    const goesOnMs = await waits(() => said().includes('läuft: '))
    child.kill('SIGTERM')
    await exited
    return [
      {
        figure: 'doctor: wait for a silent database',
        value: Math.round(doctorMs),
        unit: 'ms',
        n: 1,
        goal: WELL_MS,
      },
      {
        figure: '„wartet auf die Datenbank …“ after',
        value: Math.round(saysMs),
        unit: 'ms',
        n: 1,
        goal: 4_000,
      },
      {
        figure: 'a start goes on when it comes',
        value: Math.round(goesOnMs),
        unit: 'ms',
        n: 1,
        goal: WELL_MS,
      },
    ]
  } finally {
    await way.close()
    await database.stop()
    await folder.remove()
    await removeDataFolder(dataDir)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

const urlOf = ({ user, database }: Postgres) => `postgresql://${user}@localhost/${database}`
