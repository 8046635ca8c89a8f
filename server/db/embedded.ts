// Bundled PostgreSQL 18 from npm, started by the server when there is no DATABASE_URL.
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'
import { prepareBinaries } from './embedded/binaries.ts'
import { DATABASE_NAME, ensureCluster } from './embedded/cluster.ts'
import { type ClusterPaths, clusterPathsFor, makeHome, makeSocketFolder } from './embedded/cluster-paths.ts'
import { readPostmasterPid, removeStaleLockFile, run } from './embedded/process.ts'
import { toStartError } from './embedded/trouble.ts'

type Options = {
  /** Additional PostgreSQL settings, overriding ours. */
  settings?: Record<string, string>
  /** Called when PostgreSQL has ended unexpectedly. */
  onEnd?: () => void
}

const PORT = 5432 // only part of the socket's name
/** Maximum wait in ms until an earlier instance on the same folder has stopped. */
const PREDECESSOR_WAIT_MS = 10_000

const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  dynamic_shared_memory_type: 'mmap', // /dev/shm has 64 MB in a container
  max_connections: '120',
  random_page_cost: '1.1', // default is 4, for spinning disks; on an SSD random reads are cheap
  // Only messages about the server itself: failed statements contain values that belong in no log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** Takes about 100 ms, or a second for a new folder. Failures are reported in one sentence. */
export async function startEmbedded(dataDir: string, options: Options = {}) {
  const place = clusterPathsFor(dataDir)
  try {
    return await startCluster(place, options)
  } catch (error) {
    throw toStartError(error, place.home)
  }
}

async function startCluster(place: ClusterPaths, { settings = {}, onEnd }: Options) {
  makeHome(place)
  const binaries = prepareBinaries(place)
  ensureCluster(place, binaries, settings['fsync'] === 'off' ? ['--no-sync'] : [])
  const socket = makeSocketFolder(place)
  const all = { ...SETTINGS, ...settings, unix_socket_directories: socket }
  const running = await startAfterPredecessor(place, () => run(place, binaries, all))
  let isStopping = false
  void running.ended.then(() => isStopping || onEnd?.())
  return {
    connection: connectionTo(socket),
    place,
    /** Fast shutdown: rolls back open transactions, keeps everything committed. */
    async stop() {
      isStopping = true
      await running.stop()
      if (!socket.startsWith(place.home)) rmSync(socket, { recursive: true, force: true })
    },
  }
}

/**
 * PostgreSQL's messages while another instance uses the folder. An empty lock file means that an instance is just
 * starting, or crashed before it had written the file.
 */
const FOLDER_HELD_PATTERN = /lock file "[^"\n]*" (?:already exists|is empty)|pre-existing shared memory/

/**
 * Retries the start until an earlier instance on the folder has stopped. Never connects to that instance instead: it
 * is about to stop.
 */
async function startAfterPredecessor<T>(
  { home, cluster }: ClusterPaths,
  start: () => Promise<T>,
): Promise<T> {
  for (const begin = Date.now(); ; await sleep(50)) {
    try {
      return await start()
    } catch (error) {
      if (!FOLDER_HELD_PATTERN.test((error as Error).message)) throw error
      removeStaleLockFile(cluster)
      if (Date.now() - begin > PREDECESSOR_WAIT_MS)
        throw new StartError(
          `Im Datenordner „${home}“ läuft schon ein Server. Bitte diesen beenden oder mit DATA_DIR einen anderen Ordner nennen.`,
          { cause: error },
        )
    }
  }
}

/** Connection to an instance that already runs on this folder, for commands beside the server. */
export async function findRunningInstance(dataDir: string) {
  const holder = readPostmasterPid(clusterPathsFor(dataDir).cluster)
  if (!holder || holder.state === 'stopping') return undefined
  const isThere = await isSocketListening(join(holder.socketFolder, `.s.PGSQL.${PORT}`))
  return isThere ? connectionTo(holder.socketFolder) : undefined
}

/** `host` is the socket's folder; PostgreSQL has no TCP port. */
const connectionTo = (host: string) => ({ host, port: PORT, user: DATABASE_NAME, database: DATABASE_NAME })

function isSocketListening(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path, () => done(true))
    socket.on('connect', () => socket.destroy()).on('error', () => done(false))
  })
}
