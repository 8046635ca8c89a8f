import { readFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { type AddressInfo, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Demo } from '#demo/start.ts'
import { buildApp } from './app.ts'
import { ChildPool } from './children/child-pool.ts'
import { cleanUpAfterFirstDay } from './clean-up.ts'
import { Company } from './company/company.ts'
import type { Config } from './config.ts'
import { displayAddress, parseAddress } from './db/address.ts'
import { awaitDatabase, throttleReports } from './db/await-database.ts'
import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { type Connection, endConnection, openConnection } from './db/open.ts'
import { ImageProcessor } from './drawing/drawing.ts'
import { runHourly, runPeriodically } from './every.ts'
import {
  explainConnectionFailure,
  explainDatabase,
  explainListen,
  requireFitDatabase,
} from './explain-start.ts'
import { Exports } from './exports/exports.ts'
import { queueIndexBuild } from './find/message-indexes.ts'
import { Budgets } from './http/limits.ts'
import { serverLimits } from './http/listen.ts'
import { standardOutput } from './http/log-output.ts'
import { jobKinds } from './job-kinds.ts'
import { Worker } from './jobs/worker.ts'
import type { Kontor } from './kontor.ts'
import { News } from './live/news.ts'
import { startHeartbeat } from './nodes/heartbeat.ts'
import { listOpenDemoAccounts, openAccountsSentence } from './operation/demo-accounts.ts'
import { startDueBackup } from './operation/due-backup.ts'
import { publishDue } from './publishing/publish-due.ts'
import { pushService } from './push/deliver.ts'
import { PushOutcomeCounter } from './push/outcomes.ts'
import { readServerKeys } from './push/server-keys.ts'
import { beginRounds } from './rounds/begin-rounds.ts'
import { remindRecorders } from './today/remind-recorders.ts'
import { ensureAdmin, type FirstLogin, forgetFirstLogin } from './users/ensure-admin.ts'
import { version } from './version.ts'

/** Start and stop of a server: steps are undone in reverse order. */
export type Lifecycle = {
  undo: (() => Promise<unknown>)[]
  /** Set once the app exists. */
  app?: FastifyInstance
  /** Set once there is a log; until then messages go to the console. */
  log?: FastifyBaseLogger
}
type StartInput = { config: Config; connection: Connection; demo: Demo | undefined; isDev: boolean }

const root = join(import.meta.dirname, '..')
const MINUTE_MS = 60_000
/** Timeout of the few queries during the start. */
const START_QUERY_TIMEOUT_MS = 10_000

/**
 * Starts the server, given valid settings and a running database: schema, first administrator, routes, port, and
 * background work, in this order.
 */
export async function run(life: Lifecycle, { config, connection, demo, isDev }: StartInput) {
  const { undo } = life
  const childPool = new ChildPool()
  const kontor = await openKontor(life, config, connection, { childPool, isDev })
  await demo?.begin(kontor)
  const firstLogin = await ensureAdmin(kontor)
  let isToTell = firstLogin?.madeUp !== undefined
  // If the start fails before the first login is printed, the login is deleted, and the next start creates another
  // one.
  const forget = async () => {
    if (firstLogin && isToTell) await forgetFirstLogin(kontor, firstLogin)
  }
  undo.push(forget)
  await demo?.fill(kontor)
  const app = await buildApp(kontor, { webFolder: join(root, 'dist/web'), isDev })
  const log = createLifecycleLog(app, config)
  Object.assign(life, { app, log })
  undo.push(() => app.close())
  try {
    await listen(app, config)
  } catch (error) {
    await forget()
    throw error
  }
  if (firstLogin) tellFirstLogin(firstLogin)
  isToTell = false
  const onError = (error: unknown) => app.failures.tell(error, app.log)
  const warn = (sentence: string) => app.log.warn({ event: 'backup.warning' }, sentence)
  const worker = new Worker(kontor, jobKinds, onError)
  worker.start()
  const node = {
    id: kontor.news.name,
    host: hostname(),
    version,
    build: kontor.build,
  }
  undo.push(
    startHeartbeat(kontor, node, () => app.proxiesSeen, onError),
    () => worker.stop(),
    runHourly(() => cleanUpAfterFirstDay(kontor), onError),
    runHourly(() => queueIndexBuild(kontor), onError),
    runPeriodically(MINUTE_MS, () => startDueBackup(kontor, warn), onError),
    runPeriodically(MINUTE_MS, () => remindRecorders(kontor), onError),
    runPeriodically(MINUTE_MS, () => publishDue(kontor), onError),
    runPeriodically(MINUTE_MS, () => beginRounds(kontor), onError),
  )
  // From here on errors may quote content of users. They are written to the log, which leaves such content out.
  process.on('uncaughtException', (error) => void exitOnError(error, app))
  if (demo) console.log(await demo.says(kontor))
  else await warnOfDemo(kontor)
  printAddress(app, config)
  // Flushed now, since V8 later drops compiled code that only the start needs.
  flushCompileCache()
  log.info({ event: 'server.started', node: node.id, version, build: node.build }, 'started')
}

/** With the default log level `warn`, the start and the stop are logged, too. */
function createLifecycleLog({ log }: FastifyInstance, { logLevel }: Config) {
  return log.child({}, { level: logLevel === 'warn' ? 'info' : logLevel })
}

async function openKontor(
  { undo }: Lifecycle,
  config: Config,
  connection: Connection,
  { childPool, isDev }: { childPool: ChildPool; isDev: boolean },
): Promise<Kontor> {
  await prepareDatabase(config, connection).catch((error: unknown) => {
    throw explainDatabase(error, config)
  })
  const db = connect(connection, { connections: config.databaseConnections })
  const news = new News(connection)
  const company = new Company(config, db, news)
  const exports = new Exports({ ...config, childPool, company })
  const drawing = new ImageProcessor(childPool)
  undo.push(
    () => db.destroy(),
    () => news.stop(),
    () => exports.close(),
    async () => drawing.close(),
  )
  await news.start()
  return {
    config,
    connection,
    db,
    news,
    serverKeys: await readServerKeys(db),
    budgets: new Budgets(),
    childPool,
    exports,
    drawing,
    company,
    push: pushService,
    pushOutcomes: new PushOutcomeCounter(),
    build: await buildHash(isDev),
  }
}

/** Reports on the console what the start waits for. */
async function prepareDatabase(config: Config, connection: Connection) {
  const { databaseUrl } = config
  const place = databaseUrl === undefined ? '' : ` (${displayAddress(parseAddress(databaseUrl))})`
  const wait = throttleReports((reason) =>
    console.error(`Kontor wartet auf die Datenbank${place}: ${reason} …`),
  )
  const prepare = async () => {
    if (databaseUrl !== undefined)
      await withStartConnection(connection, (client) => requireFitDatabase(client, config))
    const waitForTurn = throttleReports((holder) =>
      console.error(`Kontor wartet auf die Datenbank${place}: ein anderer Server richtet sie ein${holder} …`),
    )
    await migrate(connection, undefined, (holder) => waitForTurn(holder === undefined ? '' : ` (${holder})`))
  }
  await awaitDatabase(connection, (error) => wait(explainConnectionFailure(error)), prepare)
}

async function withStartConnection(connection: Connection, look: (client: pg.Client) => Promise<void>) {
  const client = await openConnection(connection, { name: 'kontor start', answerMs: START_QUERY_TIMEOUT_MS })
  try {
    await look(client)
  } finally {
    await endConnection(client)
  }
}

/** Identity of the browser build; 'dev' while it is served from its sources. */
async function buildHash(isDev: boolean): Promise<string> {
  if (isDev) return 'dev'
  const built = await readFile(join(root, 'dist/build.json'), 'utf8').catch(() => undefined)
  return built === undefined ? 'none' : (JSON.parse(built) as { hash: string }).hash
}

async function listen(app: FastifyInstance, config: Config) {
  try {
    await app.listen({ port: config.port, host: config.host, backlog: serverLimits.backlog })
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

/**
 * Warns about demo accounts that still have the demo's public password. They are easily overlooked, because they
 * look like real people.
 */
async function warnOfDemo({ db }: Kontor) {
  const says = openAccountsSentence(await listOpenDemoAccounts(db))
  if (says !== undefined) console.warn(says)
}

function printAddress(app: FastifyInstance, config: Config) {
  const everywhere = ['localhost', '0.0.0.0', '::'].includes(config.host)
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host
  const { port } = app.server.address() as AddressInfo
  const address = `http://${everywhere ? 'localhost' : host}:${port}`
  console.log(`${config.appName} ${version} läuft: ${config.publicUrl?.origin ?? address}`)
}

async function exitOnError(error: Error, app: FastifyInstance) {
  try {
    app.log.fatal({ err: error }, 'the server ends on an error that nobody expected')
    await standardOutput().end()
  } finally {
    process.exit(1)
  }
}
