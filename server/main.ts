// Starts the server: reads the settings, and opens the database while the rest of the code loads. Stops everything
// in reverse order.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Demo } from '#demo/start.ts'
import { type Config, readConfig } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import type { Connection } from './db/open.ts'
import { standardOutput } from './http/log-output.ts'
import { onEndSignal, onParentGone } from './parent-watch.ts'
import { isUnencrypted, unencryptedWarning } from './planner/in-clear.ts'
import type { Lifecycle } from './run.ts'
import { StartError } from './start-error.ts'
import { describeUnknownSetting, findUnknownSettings } from './unknown-settings.ts'

const isDemo = process.argv.includes('--demo')
const isDev = process.argv.includes('--dev')
/** Maximum time of a shutdown: a database that does not respond or an endless request must not prevent it. */
const STOP_MS = 8_000
/** Minimum time for each step, even if STOP_MS is used up. The embedded database needs it most. */
const MIN_STEP_MS = 250
const lifecycle: Lifecycle = { undo: [] }
let isStopping = false
let drainSeconds = 0
let isDraining = false

standardOutput()
onEndSignal((signal) => void stop(0, signal))
onParentGone(() => void stop(0, 'launcher ended'))
void startOrExit()

async function startOrExit() {
  try {
    await start()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    await stop(1, 'start failed', error.message)
  }
}

async function start() {
  const demo = isDemo ? await loadDemo() : undefined
  const config = readConfig(demo?.env)
  drainSeconds = config.drainSeconds
  if (isUnencrypted(config.planner)) console.warn(unencryptedWarning)
  for (const unknown of findUnknownSettings(process.env)) console.warn(describeUnknownSetting(unknown))
  const [connection, { run }] = await Promise.all([openDatabase(config), import('./run.ts')])
  await run(lifecycle, { config, connection, demo, isDev })
}

/** Imported on demand, since production servers need no code of the demo. */
async function loadDemo(): Promise<Demo> {
  const { startDemo } = await import('#demo/start.ts')
  const demo = await startDemo(process.env)
  lifecycle.undo.push(() => demo.stop())
  return demo
}

async function openDatabase(config: Config): Promise<Connection> {
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl }
  const embedded = await startEmbedded(config.dataDir, {
    onEnd() {
      const says = 'Die Datenbank hat sich unerwartet beendet. Bitte den Server neu starten.'
      // Before there is a log, the console has to do.
      if (lifecycle.log) lifecycle.log.error({ event: 'database.ended' }, says)
      else console.error(says)
      void stop(1, 'database ended', says)
    },
  })
  printDataLocation(config, embedded.place)
  lifecycle.undo.push(() => embedded.stop())
  return embedded.connection
}

/**
 * Prints where the data are, if the server runs as root and the account of its PostgreSQL cannot reach the
 * configured folder.
 */
function printDataLocation({ dataDir }: Config, { home }: { home: string }) {
  if (home === dataDir) return
  console.log(
    `Die Daten liegen in „${home}“: Den Ordner „${dataDir}“ erreicht der Benutzer der mitgelieferten Datenbank nicht.`,
  )
}

/** `says`: the reason, repeated as the last line of the log, where operators look first. */
async function stop(code: number, reason: string, says = 'stopped') {
  if (isDraining) return lifecycle.app?.drain.cutShort()
  if (isStopping) process.exit(1)
  isStopping = true
  lifecycle.log?.info({ event: 'server.stopping', reason }, 'stopping')
  // SIGINT comes from a person at a console, who does not wait for a balancer.
  if (reason === 'SIGTERM' && lifecycle.app && drainSeconds > 0) {
    isDraining = true
    await lifecycle.app.drain.begin(drainSeconds)
    isDraining = false
  }
  const begin = performance.now()
  for (const step of lifecycle.undo.toReversed()) {
    const patience = Math.max(begin + STOP_MS - performance.now(), MIN_STEP_MS)
    await Promise.race([step().catch((error: unknown) => console.error(error)), sleep(patience)])
  }
  const ms = Math.round(performance.now() - begin)
  lifecycle.log?.[code === 0 ? 'info' : 'error']({ event: 'server.stopped', reason, code, ms }, says)
  await standardOutput().end()
  process.exit(code)
}
