import { readFile } from 'node:fs/promises'
import { type AddressInfo, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Demo } from '#demo/start.ts'
import { buildApp } from './app.ts'
import { ChatMemory } from './chat/memory/chat-memory.ts'
import { Crew } from './children/crew.ts'
import { cleanUp } from './clean-up.ts'
import { Company } from './company/company.ts'
import { type Config, readConfig } from './config.ts'
import { placeOf, readAddress } from './db/address.ts'
import { awaitDatabase, patiently } from './db/await-database.ts'
import { type Connection, connect, poolOf } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { endConnection, openConnection } from './db/open.ts'
import { Drawing } from './drawing/drawing.ts'
import { explainDatabase, explainListen, requireFit, whySilent } from './explain-start.ts'
import { Exports } from './exports/exports.ts'
import { Budgets } from './http/budgets.ts'
import type { Drain } from './http/drain.ts'
import { jobKinds } from './job-kinds.ts'
import { every, hourly } from './jobs/hourly.ts'
import { Worker } from './jobs/worker.ts'
import type { Kontor } from './kontor.ts'
import { ListMemory } from './lists/list-memory.ts'
import { totalsOf } from './lists/totals.ts'
import { Cache } from './live/cache.ts'
import { News } from './live/news.ts'
import { lowerThreads } from './low-threads.ts'
import { heartbeat } from './nodes/heartbeat.ts'
import { Backups } from './operation/backups.ts'
import { beginDue } from './operation/begin-due.ts'
import { onEndSignal, onParentGone } from './parent-watch.ts'
import { inClear, isInClear } from './planner/in-clear.ts'
import { publishDue } from './publishing/publish-due.ts'
import { Breakers } from './push/breakers.ts'
import { pushService } from './push/deliver.ts'
import { beginRounds } from './rounds/begin-rounds.ts'
import { StartError } from './start-error.ts'
import { remindRecorders } from './today/remind-recorders.ts'
import { sayUnknown, unknownSettings } from './unknown-settings.ts'
import { ensureAdmin, type FirstLogin, forgetFirstLogin } from './users/ensure-admin.ts'
import { version } from './version.ts'

/** Starts the server: settings, database, first administrator, routes, port; and ends it in the opposite order. */
const isDemo = process.argv.includes('--demo')
const isDev = process.argv.includes('--dev')
const root = join(import.meta.dirname, '..')
/** By then the server has ended, even with a silent database or a request that never ends. */
const STOP_MS = 8_000
/** Whatever is still to end after that gets so much time each: the embedded database, above all. */
const LATE_MS = 250
const MINUTE_MS = 60_000
/** Longest answer to one of the few questions that the start asks. */
const LOOK_MS = 10_000
const undo: (() => Promise<unknown>)[] = []
let stopping = false
/** As soon as there are visitors. */
let drain: Drain | undefined
let drainSeconds = 0
let draining = false
/** As soon as there is one: until then the console is told. */
let log: FastifyBaseLogger | undefined

onEndSignal((signal) => void stop(0, signal))
onParentGone(() => void stop(0, 'launcher ended'))

try {
  await lowerThreads()
  await start()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  await stop(1, 'start failed')
}

async function start() {
  const demo = isDemo ? await loadDemo() : undefined
  const config = readConfig(demo?.env)
  if (isInClear(config.planner)) console.warn(inClear)
  for (const unknown of unknownSettings(process.env)) console.warn(sayUnknown(unknown))
  const connection = await openDatabase(config)
  const kontor = await openKontor(config, connection)
  const firstLogin = await ensureAdmin(kontor)
  await demo?.fill(kontor, { isEmpty: firstLogin !== undefined })
  const app = await buildApp(kontor, { webFolder: join(root, 'dist/web'), isDev })
  log = lifeLog(app, config)
  drain = app.drain
  drainSeconds = config.drainSeconds
  undo.push(() => app.close())
  try {
    await listen(app, config)
  } catch (error) {
    // Nobody has heard of it: the next start makes another one.
    if (firstLogin?.madeUp !== undefined) await forgetFirstLogin(kontor, firstLogin)
    throw error
  }
  if (firstLogin) tellFirstLogin(firstLogin)
  const onError = (error: unknown) =>
    void app.failures.note(error, { log: app.log }, 'work beside requests failed')
  const worker = new Worker(kontor, jobKinds, onError)
  worker.start()
  const node = { id: kontor.news.name, host: hostname(), version, build: kontor.build }
  undo.push(
    heartbeat(kontor, node, () => app.proxiesSeen, log),
    () => worker.stop(),
    hourly(() => cleanUp(kontor), onError),
    every(MINUTE_MS, () => beginDue(kontor, onError), onError),
    every(MINUTE_MS, () => remindRecorders(kontor), onError),
    every(MINUTE_MS, () => publishDue(kontor), onError),
    every(MINUTE_MS, () => beginRounds(kontor), onError),
    // Before the jobs are waited for: a backup takes longer than an end may take.
    () => kontor.backups.close(),
  )
  // From here on an error may quote what somebody wrote.
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'the server ends on an error that nobody expected')
    process.exit(1)
  })
  if (demo) console.log(await demo.says(kontor))
  announce(app, config)
  log.info({ event: 'server.started', node: node.id, version, build: node.build }, 'started')
}

/** Start and end are to be seen where nothing is set, too. */
function lifeLog({ log }: FastifyInstance, { logLevel }: Config) {
  return log.child({}, { level: logLevel === 'warn' ? 'info' : logLevel })
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
    archive: config.pitrDir,
    onEnd: () =>
      complain('database.ended', 'Die Datenbank hat sich unerwartet beendet. Sie wird neu gestartet.'),
  })
  tellPlace(config, embedded.place)
  undo.push(() => embedded.stop())
  void embedded.lost.then((reason) => {
    const why = reason instanceof Error ? reason.message : String(reason)
    complain('database.lost', `Die Datenbank lässt sich nicht wieder starten: ${why}`)
    return stop(1, 'database lost')
  })
  return embedded.connection
}

/** On one line of the log once there is one, for whoever reads along at the start. */
function complain(event: string, says: string) {
  if (log) log.error({ event }, says)
  else console.error(says)
}

/** Tells where the data lie if root's PostgreSQL cannot reach the folder that was named. */
function tellPlace({ dataDir }: Config, { home }: { home: string }) {
  if (home === dataDir) return
  console.log(
    `Die Daten liegen in „${home}“: Den Ordner „${dataDir}“ erreicht der Benutzer der mitgelieferten Datenbank nicht.`,
  )
}

async function openKontor(config: Config, connection: Connection): Promise<Kontor> {
  await prepareDatabase(config, connection).catch((error: unknown) => {
    throw explainDatabase(error, config)
  })
  const db = connect(connection, { connections: config.databaseConnections })
  const news = new News(connection, poolOf(db))
  const company = new Company(config, db, news)
  const crew = new Crew()
  crew.prepare()
  const exports = new Exports({ ...config, crew, company })
  const drawing = new Drawing(crew)
  undo.push(
    () => db.destroy(),
    () => news.stop(),
    () => exports.close(),
    () => drawing.close(),
  )
  await news.start()
  return {
    config,
    connection,
    db,
    news,
    totals: totalsOf(news),
    chats: new ChatMemory(db, news),
    lists: new ListMemory(db, news),
    serverKeys: new Cache(news, { entries: 1 }),
    budgets: new Budgets(),
    exports,
    drawing,
    backups: new Backups(),
    company,
    push: pushService,
    breakers: new Breakers(),
    build: await buildHash(),
  }
}

/** The console tells what the start waits for. */
async function prepareDatabase(config: Config, connection: Connection) {
  const { databaseUrl } = config
  const place = databaseUrl === undefined ? '' : ` (${placeOf(readAddress(databaseUrl))})`
  const wait = patiently((reason) => console.error(`Kontor wartet auf die Datenbank${place}: ${reason} …`))
  const prepare = async () => {
    if (databaseUrl !== undefined) await lookAt(connection, (client) => requireFit(client, config))
    const waitForTurn = patiently((holder) =>
      console.error(`Kontor wartet auf die Datenbank${place}: ein anderer Server richtet sie ein${holder} …`),
    )
    await migrate(connection, undefined, (holder) => waitForTurn(holder === undefined ? '' : ` (${holder})`))
  }
  await awaitDatabase(connection, (error) => wait(whySilent(error)), prepare)
}

async function lookAt(connection: Connection, look: (client: pg.Client) => Promise<void>) {
  const client = await openConnection(connection, { name: 'kontor start', answerMs: LOOK_MS })
  try {
    await look(client)
  } finally {
    await endConnection(client)
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
  console.log(`${config.appName} ${version} läuft: ${config.publicUrl?.origin ?? address}`)
}

async function stop(code: number, reason: string) {
  if (draining) return drain?.cutShort()
  if (stopping) process.exit(1)
  stopping = true
  log?.info({ event: 'server.stopping', reason }, 'stopping')
  // A person at a console (SIGINT) does not wait for a balancer.
  if (reason === 'SIGTERM' && drain && drainSeconds > 0) {
    draining = true
    await drain.begin(drainSeconds)
    draining = false
  }
  const begin = performance.now()
  for (const step of undo.toReversed()) {
    const patience = Math.max(begin + STOP_MS - performance.now(), LATE_MS)
    await Promise.race([step().catch((error: unknown) => console.error(error)), sleep(patience)])
  }
  log?.info({ event: 'server.stopped', reason, code, ms: Math.round(performance.now() - begin) }, 'stopped')
  process.exit(code)
}
