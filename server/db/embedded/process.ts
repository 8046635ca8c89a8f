// PostgreSQL as a child that never outlives this process; its lock and its log.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'
import { logFile } from './trouble.ts'

/**
 * The inner subshell reads our end of a pipe. It closes however we die, also by kill -9, and the subshell
 * stops PostgreSQL: TERM for one that has not set up its signals yet (a shell's background child ignores INT
 * until then), INT for the fast shutdown.
 */
const WATCHDOG = `
exec 3<&0
"$@" </dev/null 3<&- & server=$!
(read -r nothing <&3; kill -TERM $server; kill -INT $server) >/dev/null 2>&1 & watch=$!
wait $server
kill $watch 2>/dev/null
`

/** Once it takes connections. When it does not, the error's message is all that it has said. */
export async function run(place: Place, binaries: Binaries, settings: Record<string, string>) {
  const args = [binaries.postgres, '-D', place.cluster]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  // detached: Ctrl-C at the terminal is for the server, which stops PostgreSQL last
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'kontor-postgres', ...args], {
    env: binaries.environment,
    ...place.account,
    cwd: place.home,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {}) // closing a pipe whose reader has gone is no news
  const ended = once(child, 'exit').catch(() => {}) // it could not be started
  const isReady = Promise.withResolvers<boolean>()
  let output = ''
  createInterface(child.stderr)
    .on('line', (line) => {
      log(place.home, line)
      if (output.length < 20_000) output += `${line}\n`
      if (line.includes('database system is ready to accept connections')) isReady.resolve(true)
    })
    .on('close', () => isReady.resolve(false))
  if (!(await isReady.promise)) throw new Error(output)
  child.unref()
  for (const pipe of [child.stdin, child.stderr]) (pipe as unknown as { unref(): void }).unref()
  const stop = () => {
    child.ref()
    child.stdin.end()
    return ended
  }
  return { stop, ended }
}

/** Written as it comes, since the last lines before an end are those that count: a few at each start and end. */
function log(home: string, line: string) {
  try {
    appendFileSync(logFile(home), `${line}\n`, { mode: 0o600 })
  } catch {
    // A full disk must not end what still runs.
  }
}

/** postmaster.pid: who holds a cluster, in what state, and behind which socket. */
export function readHolder(cluster: string) {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', state: lines[7]?.trim() }
  } catch {
    return undefined // none is there; or it is not ours to read, which whoever goes on there is told
  }
}

/** After a power cut the number in it may soon be another process's, and PostgreSQL itself would refuse for ever. */
export function dropForeignLock(cluster: string): void {
  try {
    const command = readFileSync(`/proc/${readHolder(cluster)?.pid}/comm`, 'utf8')
    if (command.trim() !== 'postgres') rmSync(join(cluster, 'postmaster.pid'))
  } catch {
    // No such process, or no /proc: PostgreSQL sees the first for itself.
  }
}
