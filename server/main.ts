import { readFile } from 'node:fs/promises'
import { type AddressInfo, isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Demo } from '#demo/start.ts'
import { buildApp } from './app.ts'
import { Budgets } from './budgets.ts'
import { cleanUp } from './clean-up.ts'
import { type Config, readConfig } from './config.ts'
import { type Connection, connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { explainDatabase, explainListen } from './explain-start.ts'
import { Exports } from './exports/exports.ts'
import { hourly } from './jobs/hourly.ts'
import { jobKinds } from './jobs/kinds.ts'
import { Worker } from './jobs/worker.ts'
import type { Kontor } from './kontor.ts'
import { News } from './live/news.ts'
import { Totals } from './live/totals.ts'
import { lowerThreads } from './low-threads.ts'
import { onParentGone } from './parent-watch.ts'
import { inClear, isInClear } from './planner/in-clear.ts'
import { Breakers } from './push/breakers.ts'
import { pushService } from './push/deliver.ts'
import { StartError } from './start-error.ts'
import { ensureAdmin, type FirstLogin, forgetFirstLogin } from './users/ensure-admin.ts'

/** Starts the server: settings, database, first administrator, routes, port; and ends it in the opposite order. */
const isDemo = process.argv.includes('--demo')
const isDev = process.argv.includes('--dev')
const root = join(import.meta.dirname, '..')
const undo: (() => Promise<unknown>)[] = []
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
onParentGone(() => void stop(0))

try {
  await lowerThreads()
  await start()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  await stop(1)
}

async function start() {
  const demo = isDemo ? await loadDemo() : undefined
  const config = readConfig(demo?.env)
  if (isInClear(config.planner)) console.warn(inClear)
  const connection = await openDatabase(config)
  const kontor = await openKontor(config, connection)
  const firstLogin = await ensureAdmin(kontor)
  await demo?.fill(kontor, { isEmpty: firstLogin !== undefined })
  const app = await buildApp(kontor, { webFolder: join(root, 'dist/web'), isDev })
  undo.push(() => app.close())
  try {
    await listen(app, config)
  } catch (error) {
    // Nobody has heard of it: the next start makes another one.
    if (firstLogin?.madeUp !== undefined) await forgetFirstLogin(kontor, firstLogin)
    throw error
  }
  if (firstLogin) tellFirstLogin(firstLogin)
  const onError = (error: unknown) => app.log.error({ err: error }, 'work beside requests failed')
  const worker = new Worker(kontor, jobKinds, onError)
  worker.start()
  undo.push(
    () => worker.stop(),
    hourly(() => cleanUp(kontor), onError),
  )
  // From here on an error may quote what somebody wrote.
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'the server ends on an error that nobody expected')
    process.exit(1)
  })
  if (demo) console.log(await demo.says(kontor))
  announce(app, config)
}

/** Only when it is asked for: a company's server loads nothing of it. */
async function loadDemo(): Promise<Demo> {
  const { startDemo } = await import('#demo/start.ts')
  const demo = await startDemo(process.env)
  undo.push(() => demo.stop())
  return demo
}

async function openDatabase(config: Config): Promise<Connection> {
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl }
  const embedded = await startEmbedded(config.dataDir, {
    onEnd: () => console.error('Die Datenbank hat sich unerwartet beendet. Sie wird neu gestartet.'),
  })
  undo.push(() => embedded.stop())
  void embedded.lost.then((reason) => {
    console.error('Die Datenbank lässt sich nicht wieder starten.', reason)
    return stop(1)
  })
  return embedded.connection
}

async function openKontor(config: Config, connection: Connection): Promise<Kontor> {
  await migrate(connection).catch((error: unknown) => {
    throw explainDatabase(error, config)
  })
  const db = connect(connection)
  const news = new News(connection)
  const exports = new Exports(config)
  exports.prepare()
  undo.push(
    () => db.destroy(),
    () => news.stop(),
    () => exports.close(),
  )
  await news.start()
  return {
    config,
    connection,
    db,
    news,
    totals: new Totals(news),
    budgets: new Budgets(),
    exports,
    push: pushService,
    breakers: new Breakers(),
    build: await buildHash(),
  }
}

/** Identifies what the browser runs; 'dev' while it is served from its sources. */
async function buildHash(): Promise<string> {
  if (isDev) return 'dev'
  const built = await readFile(join(root, 'dist/build.json'), 'utf8').catch(() => undefined)
  return built === undefined ? 'none' : (JSON.parse(built) as { hash: string }).hash
}

async function listen(app: FastifyInstance, config: Config) {
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    throw explainListen(error, config)
  }
}

function tellFirstLogin({ username, madeUp }: FirstLogin) {
  if (madeUp === undefined) {
    console.log(`Erste Anmeldung: ${username}, mit dem Passwort aus ADMIN_PASSWORD`)
    return
  }
  console.log(`Erste Anmeldung: ${username} / ${madeUp}`)
  console.log('Das Passwort steht nur hier. Bitte ändern Sie es nach der Anmeldung.')
}

function announce(app: FastifyInstance, config: Config) {
  const everywhere = ['localhost', '0.0.0.0', '::'].includes(config.host)
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host
  const { port } = app.server.address() as AddressInfo
  const address = `http://${everywhere ? 'localhost' : host}:${port}`
  console.log(`${config.appName} läuft: ${config.publicUrl?.origin ?? address}`)
}

async function stop(code: number) {
  if (stopping) process.exit(1)
  stopping = true
  for (const step of undo.toReversed()) await step().catch((error: unknown) => console.error(error))
  process.exit(code)
}
