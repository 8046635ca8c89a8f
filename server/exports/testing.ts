// Shared by the tests of exports.
import { setTimeout as sleep } from 'node:timers/promises'

export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(pieces))
}

/** Waits until something has come true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10)
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false // no such process any more
  }
}
