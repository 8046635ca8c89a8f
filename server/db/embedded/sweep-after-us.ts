// Takes a temporary cluster's folder away, however its process ends.
import { spawn } from 'node:child_process'

/** Removes the folder once our end of the pipe has closed, also by kill -9, and PostgreSQL has ended. */
export function sweepAfterUs(folder: string) {
  const script = `read -r nothing
    patience=100
    while [ -e "$1/postgres/postmaster.pid" ] && [ $patience -gt 0 ]; do sleep 0.1; patience=$((patience - 1)); done
    patience=50
    # Who watched over it may write a last word into it meanwhile.
    until rm -rf "$1" || [ $patience -eq 0 ]; do sleep 0.1; patience=$((patience - 1)); done`
  const child = spawn('/bin/sh', ['-c', script, 'kontor-sweeper', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // From the beginning: whoever waits for the end of one that was killed meanwhile would wait for ever.
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  child.stdin.on('error', () => {}) // closing a pipe whose reader has gone is no news
  child.unref()
  ;(child.stdin as unknown as { unref(): void }).unref()
  return {
    sweep() {
      child.ref()
      child.stdin.end()
      return ended
    },
  }
}
