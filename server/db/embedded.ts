// PostgreSQL 18 from npm, started by the server for itself where no DATABASE_URL names another.
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import { findBinaries } from './embedded/binaries.ts'
import { DATABASE, ensureCluster, USER } from './embedded/create.ts'
import { type Kept, keep } from './embedded/keep.ts'
import { dropForeignLock, readHolder } from './embedded/lock.ts'
import { logFile, openLog } from './embedded/log.ts'
import {
  makeHome,
  makePrivate,
  makeSocketFolder,
  type Place,
  placeFor,
  SYSTEM_FOLDER,
} from './embedded/place.ts'
import { type Running, run } from './embedded/process.ts'
import { explain } from './embedded/trouble.ts'

/** `host` is the socket's folder; PostgreSQL listens nowhere else. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string }
type Embedded = Kept & { connection: EmbeddedConnection; place: Place }
type EmbeddedOptions = {
  /** PostgreSQL settings beside or instead of ours. */
  settings?: Record<string, string>
  /** Told each time that it has ended by itself, before it is started anew. */
  onEnd?: () => void
  /** Root's folder for what PostgreSQL's account cannot reach elsewhere. */
  systemFolder?: string
}

const PORT = 5432 // only part of the socket's name
/** A predecessor may take this long to end, in ms. */
const PATIENCE = 15_000
/** One that has been serving for this long, in ms, is no predecessor but a second server. */
const SERVING = 3_000

/**
 * What PostgreSQL says while another one holds its folder; of a lock that cannot be written (a full disk, say) it
 * speaks, too, and of that alone.
 */
const HELD = /lock file "[^"\n]*" (?:already exists|is empty)|pre-existing shared memory/

/** PostgreSQL serves a moment before it writes so into its lock; waited for this long, in ms. */
const STARTING = 1_000

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(PORT),
  dynamic_shared_memory_type: 'mmap', // /dev/shm has 64 MB in a container
  shared_buffers: '128MB',
  max_connections: '120',
  random_page_cost: '1.1', // an SSD finds every place as fast, and most disks are one
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // only what concerns the server itself; failed statements and their values belong into no log
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** Up in some 100 ms where the folder exists, in a second where it is new. */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const systemFolder = options.systemFolder ?? SYSTEM_FOLDER
  const place = placeFor(dataDir, systemFolder)
  const { home } = place
  makeHome(place)
  const binaries = orExplain(home, () => findBinaries(place, systemFolder))
  orExplain(home, () => ensureCluster(place, binaries, options.settings?.['fsync'] !== 'off'))
  const socket = orExplain(home, () => makeSocketFolder(place))
  const log = openLog(home)
  const settings = { ...SETTINGS, ...options.settings, unix_socket_directories: socket.path }
  const start = () => {
    // A temporary one has gone with the PostgreSQL before.
    makePrivate(socket.path, place.account)
    return run(place, binaries, settings, socket.temporary ? socket.path : undefined, log)
  }
  const kept = keep(await takeOver(place, start), () => takeOver(place, start), options.onEnd ?? (() => {}))
  return { ...kept, connection: connectionTo(socket.path), place }
}

/** True if there is a database already, running or not. */
export const hasCluster = (dataDir: string, systemFolder = SYSTEM_FOLDER) =>
  existsSync(placeFor(dataDir, systemFolder).cluster)

/** The connection to a server that runs on this folder: for commands beside it. */
export async function findRunning(
  dataDir: string,
  systemFolder = SYSTEM_FOLDER,
): Promise<EmbeddedConnection | undefined> {
  const { home, cluster } = placeFor(dataDir, systemFolder)
  for (let waited = 0; waited < STARTING; waited += 20) {
    const holder = orExplain(home, () => readHolder(cluster))
    if (!holder || holder.state === 'stopping') return undefined
    if (!(await answers(join(holder.socketFolder, `.s.PGSQL.${holder.port}`)))) return undefined
    if (holder.state === 'ready') return connectionTo(holder.socketFolder)
    await sleep(20)
  }
  return undefined
}

const connectionTo = (host: string): EmbeddedConnection => ({
  host,
  port: PORT,
  user: USER,
  database: DATABASE,
})

/** Starts as soon as a predecessor has ended. One that is going down is never adopted: it would take us along. */
async function takeOver({ home, cluster }: Place, start: () => ReturnType<typeof run>): Promise<Running> {
  const begin = Date.now()
  let lastUnready = begin
  for (;;) {
    const attempt = await start()
    if ('running' in attempt) return attempt.running
    if (!HELD.test(attempt.output)) throw explain(attempt.output, { home, log: logFile(home) })
    dropForeignLock(cluster)
    if (readHolder(cluster)?.state !== 'ready') lastUnready = Date.now()
    if (Date.now() - lastUnready > SERVING || Date.now() - begin > PATIENCE) {
      throw new StartError(
        `Im Datenordner „${home}“ läuft schon ein Server. Bitte diesen beenden oder mit DATA_DIR einen anderen Ordner nennen.`,
        { cause: attempt.output },
      )
    }
    await sleep(50)
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.on('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })
}

/** Errors of the file system become sentences too. */
function orExplain<T>(home: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw error instanceof StartError ? error : explain(String(error), { home })
  }
}
