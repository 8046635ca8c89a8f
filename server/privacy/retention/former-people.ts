import { Refused } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { anonymiseIn } from '../anonymise.ts'
import { listLeft } from './kinds-store.ts'
import type { Cutoff } from './store.ts'

/**
 * Whoever left long ago is made anonymous, each in a transaction of their own. Who still has something unsent stays until
 * that is done, and stands in nobody's way: the others are found behind them.
 */
export async function anonymiseOldest(kontor: Kontor, cutoff: Cutoff, most: number): Promise<number> {
  let done = 0
  let last = 0
  while (done < most) {
    const ids = await listLeft(kontor.db, cutoff, last)
    if (ids.length === 0) break
    for (const id of ids) {
      last = id
      if (await isAnonymised(kontor, id)) done++
    }
  }
  return done
}

async function isAnonymised(kontor: Kontor, id: number): Promise<boolean> {
  try {
    const wanted = { messages: false, answers: false }
    await inTransaction(kontor, (tx) => anonymiseIn(tx, { by: null, id, wanted }))
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
