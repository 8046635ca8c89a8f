// Destination of the log. Lines for a slow reader are buffered; beyond a bound they are dropped and counted, and
// the server continues. When writing resumes, the log reports how many lines are missing. Uses the writer of pino,
// but not its exit hook, which never returns on a full disk.
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import sonicBoom from 'sonic-boom'

export type LogTarget = { write(line: string): unknown }

const MAX_BUFFERED_BYTES = 1024 ** 2

/** Maximum wait of a shutdown for the last lines, in ms. */
const FLUSH_TIMEOUT_MS = 250

let cachedOutput: ReturnType<typeof openLog> | undefined

/**
 * Opened once per process. main.ts opens it first, since console output during the start could block on a full
 * pipe.
 */
export const standardOutput = () => (cachedOutput ??= openLog())

function openLog() {
  // Initialises both streams, so that a full pipe raises an error (ignored here) instead of blocking us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const output = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxLength: MAX_BUFFERED_BYTES })
  let lost = 0
  let hasComplained = false
  output.on('drop', () => lost++)
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (hasComplained) return
    hasComplained = true
    process.stderr.write(
      `Das Log lässt sich nicht schreiben (${code}). Der Server läuft weiter, Zeilen gehen verloren.\n`,
    )
  })
  output.on('drain', () => {
    hasComplained = false
    if (lost > 0) output.write(lostLine(lost))
    lost = 0
  })
  return {
    write: (line: string) => output.write(line),
    async end() {
      // `flush` does not wait for a write in progress, such as the one of the last line.
      const isWritten = new Promise<void>((done) => output.once('drain', () => done()))
      await Promise.race([isWritten, sleep(FLUSH_TIMEOUT_MS)])
    },
  }
}

const lostLine = (count: number) =>
  `${JSON.stringify({
    level: 'warn',
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    event: 'log.lost',
    count,
    msg: 'so many lines could not be written',
  })}\n`
