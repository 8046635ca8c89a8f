// One at a time, for processes: what is being installed or built is so by one of them, and a dead one holds up nobody.
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityOf } from './processes.mjs'

const FREE = 'free'
/** How often one that waits looks again, in ms. */
const LOOK = 200

/**
 * The file with the highest number is the lock, and says who holds it. It is never deleted, only followed by the next
 * number: of all that find its owner gone, one alone can make that.
 */
export async function withLock(folder, { onWait }, work) {
  mkdirSync(folder, { recursive: true })
  const own = join(folder, `owner-${process.pid}`)
  let waits = false
  for (;;) {
    const numbers = numbersIn(folder)
    const newest = numbers.at(-1) ?? 0
    const next = join(folder, String(newest + 1))
    if (isFree(folder, newest) && take(own, next)) {
      for (const old of numbers) rmSync(join(folder, String(old)), { force: true })
      try {
        return await work()
      } finally {
        writeFileSync(own, FREE)
        renameSync(own, next)
      }
    }
    if (!waits) onWait()
    waits = true
    await sleep(LOOK)
  }
}

const numbersIn = (folder) =>
  readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)

function isFree(folder, number) {
  if (number === 0) return true
  try {
    const owner = readFileSync(join(folder, String(number)), 'utf8')
    return owner === FREE || identityOf(Number(owner.split(' ')[0])) !== owner
  } catch {
    return false // followed just now: look again
  }
}

/** A link appears whole and only once. */
function take(own, lock) {
  writeFileSync(own, identityOf(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own)
  }
}
