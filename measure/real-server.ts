// The server as operators start it: own process, data folder and PostgreSQL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { findRunningInstance } from '#server/db/embedded.ts'
import { connectTo } from './ask.ts'
import { admin } from './log-in.ts'
import { findProcesses, kill, treeOf } from './processes.ts'

const root = join(import.meta.dirname, '..')
export const serverProgram = join(root, 'server/main.ts')
const compileCache = join(root, 'node_modules/.cache/kontor/compiled')
const withoutLimits = pathToFileURL(join(root, 'measure/without-limits.ts')).href
const PATIENCE_MS = 300_000
/** Process ids of the running servers. They are killed when the proof ends, however it ends. */
const running = new Set<number>()
process.once('exit', () => kill([...running]))
// A process killed by a signal runs no exit handlers of its own.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
export type RealServer = Awaited<ReturnType<typeof startServer>>

/** A folder that PostgreSQL's own account can read if we are root. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-proof-'))
  chmodSync(folder, 0o711)
  return folder
}

export async function removeDataFolder(folder: string) {
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

type Start = {
  dataDir: string
  port: number
  prefix?: string[]
  script?: string[]
  command?: string[]
  environment?: Record<string, string>
  limited?: boolean
  /** Time limit of the start, in ms. */
  patience?: number
}

/**
 * `prefix`: arguments before the program, e.g. for `taskset`; `script` replaces the server's entry, `command`
 * all of it. `limited`: keeps the limits per person. Without them the server runs from its sources, since a
 * built one cannot be patched.
 */
export async function startServer({
  dataDir,
  port,
  prefix = [],
  script = [serverProgram],
  command,
  environment = {},
  limited = false,
  patience = PATIENCE_MS,
}: Start) {
  const options = limited ? [] : ['--import', withoutLimits]
  const [program = '', ...args] = command ?? [...prefix, process.execPath, ...options, ...script]
  const begin = performance.now()
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
      // Same as in the launcher.
      NODE_COMPILE_CACHE: compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding('utf8').on('data', (text) => (output += text))
  const exited = once(child, 'exit')
  const pid = child.pid as number
  running.add(pid)
  child.once('exit', () => running.delete(pid))
  const { ask, close } = connectTo(port)
  const answers = () =>
    ask({ method: 'GET', path: '/status/' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`The server ended while it started:\n${output}`)
    if (performance.now() - begin > patience) {
      kill(treeOf(pid))
      throw new Error(`The server did not start in time:\n${output}`)
    }
    await sleep(5)
  }

  return {
    pid,
    ask,
    /** From process start to the first successful answer. */
    startMs: performance.now() - begin,
    output: () => output,
    processes: () => treeOf(pid),
    /** SIGKILL to the server's process alone, or to its PostgreSQL and everything else too. */
    async kill(whom: 'server' | 'everything') {
      kill(whom === 'server' ? [pid] : treeOf(pid))
      await exited
      close()
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      close()
    },
    /** Resolves when the server has ended by itself. */
    async ended() {
      await exited
      close()
    },
  }
}

/** Opens a connection to the server's database, beside its own. */
export async function openDatabase(dataDir: string): Promise<pg.Client> {
  const connection = await findRunningInstance(dataDir)
  if (!connection) throw new Error('no PostgreSQL runs on the data folder')
  const client = new pg.Client(connection)
  // The server may take its database down at any moment.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Waits up to 10 s for all processes of a data folder to end; false if one remains. */
export async function isQuiet(dataDir: string): Promise<boolean> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (findProcesses(dataDir).length === 0) return true
    await sleep(50)
  }
  return false
}
