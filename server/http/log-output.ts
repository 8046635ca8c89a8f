// Where the log goes. A slow reader is waited for, as long as its lines fit into memory; what cannot be written beyond
// that is dropped and counted, and the server goes on. Once lines go out again, the log says how many are missing.
// It is what pino writes with, but without its end of a process, which never comes on a full disk.
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import sonicBoom from 'sonic-boom'

export type LogTarget = { write(line: string): unknown }

const MOST_WAITING_BYTES = 1024 ** 2

/** The server's end waits so long for the last lines, in ms. */
const LAST_MS = 250

let standard: ReturnType<typeof openLog> | undefined

/** One for the process: also what the start says to the console may go where nobody reads. */
export const standardOutput = () => (standard ??= openLog())

function openLog() {
  // Once they are asked for, a pipe that is full says so instead of holding us up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const output = new sonicBoom.SonicBoom({ fd: 1, sync: false, maxLength: MOST_WAITING_BYTES })
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
      const isWritten = new Promise((done) => output.flush(done))
      await Promise.race([isWritten, sleep(LAST_MS)])
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
