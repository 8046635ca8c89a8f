// PostgreSQL as a child process that never outlives this one, with its lock and log.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Binaries } from './binaries.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { logFile } from './trouble.ts'

/**
 * Runs PostgreSQL and a subshell that reads a pipe of this process. The pipe closes however this process
 * ends, even by kill -9, and the subshell then stops PostgreSQL. It sends TERM first, because a background
 * child that is starting ignores INT, and then INT for a fast shutdown.
 */
const WATCHDOG = `
exec 3<&0
"$@" </dev/null 3<&- & server=$!
(read -r nothing <&3; kill -TERM $server; kill -INT $server) >/dev/null 2>&1 & watch=$!
wait $server
kill $watch 2>/dev/null
`

/** Resolves once PostgreSQL accepts connections. Rejects with PostgreSQL's whole output if it ends before. */
export async function run(place: ClusterPaths, binaries: Binaries, settings: Record<string, string>) {
  const args = [binaries.postgres, '-D', place.cluster]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  // Detached: Ctrl-C reaches the server only, which stops PostgreSQL last.
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'kontor-postgres', ...args], {
    env: binaries.environment,
    ...place.account,
    cwd: place.home,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {}) // the reader may have ended before the pipe is closed
  const ended = once(child, 'exit').catch(() => {}) // rejects if it could not be started
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

/**
 * Writes synchronously, so that the last lines before a crash are not lost. There are only a few lines per start and
 * stop.
 */
function log(home: string, line: string) {
  try {
    appendFileSync(logFile(home), `${line}\n`, { mode: 0o600 })
  } catch {
    // A full disk must not end a running database.
  }
}

/** Parses postmaster.pid: process, state and socket of a running cluster. */
export function readPostmasterPid(cluster: string) {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', state: lines[7]?.trim() }
  } catch {
    return undefined // missing or unreadable; the next step reports what is wrong
  }
}

/**
 * Removes a lock file whose process id belongs to another program now, as after a power cut. Otherwise
 * PostgreSQL would refuse to start.
 */
export function removeStaleLockFile(cluster: string): void {
  try {
    const command = readFileSync(`/proc/${readPostmasterPid(cluster)?.pid}/comm`, 'utf8')
    if (command.trim() !== 'postgres') rmSync(join(cluster, 'postmaster.pid'))
  } catch {
    // No such process, which PostgreSQL detects itself, or no /proc.
  }
}
