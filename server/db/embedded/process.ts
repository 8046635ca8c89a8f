// PostgreSQL as a child that never outlives this process.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'

export type Running = {
  /** Fast shutdown: open transactions are rolled back, everything committed is kept. */
  stop(): Promise<void>
  /** Settles when PostgreSQL has ended, however that came. */
  ended: Promise<void>
}
type Attempt = { running: Running } | { output: string }

/**
 * The inner subshell reads our end of a pipe. It closes however we die, also by kill -9, and the subshell
 * stops PostgreSQL: TERM for one that has not set up its signals yet (a shell's background child ignores INT
 * until then), INT for the fast shutdown. The outer shell waits and takes a temporary socket folder away.
 */
const WATCHDOG = `
exec 3<&0
"$@" </dev/null 3<&- & server=$!
(read -r nothing <&3; kill -TERM $server; kill -INT $server) >/dev/null 2>&1 & watch=$!
wait $server; code=$?
exec 2>/dev/null
kill $watch; wait $watch
[ -z "$TEMPORARY_FOLDER" ] || rm -rf "$TEMPORARY_FOLDER"
exit $code
`

export function run(
  { home, cluster, account }: Place,
  { postgres, environment }: Binaries,
  settings: Record<string, string>,
  temporaryFolder: string | undefined,
  log: (line: string) => void,
): Promise<Attempt> {
  const args = [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // detached: Ctrl-C at the terminal is for the server, which stops PostgreSQL last
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'kontor-postgres', postgres, ...args], {
    env: { ...environment, TEMPORARY_FOLDER: temporaryFolder },
    ...account,
    cwd: home,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      child.stdin.destroy()
      done()
    })
    child.once('error', () => done())
  })
  child.stdin.on('error', () => {}) // closing a pipe whose reader has gone is no news
  const running: Running = {
    stop() {
      child.ref()
      child.stdin.end()
      return ended
    },
    ended,
  }
  return new Promise((answer) => {
    let output = ''
    let ready = false
    createInterface(child.stderr).on('line', (line) => {
      log(line)
      if (ready) return
      output += `${line}\n`
      if (line.includes('database system is ready to accept connections')) {
        ready = true
        child.unref()
        for (const pipe of [child.stdin, child.stderr]) (pipe as unknown as { unref(): void }).unref()
        answer({ running })
      }
    })
    child.once('error', (error) => answer({ output: String(error) }))
    child.once('close', () => answer({ output }))
  })
}
