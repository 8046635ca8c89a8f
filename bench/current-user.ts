// R2: the question that every open app repeats; from memory it must cost hardly more than sending the bytes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '#proof/figures.ts'
import type { Product } from './product.ts'
import { type Effort, readRatio } from './read-ratio.ts'

const path = '/users/current/'
const TIMES = 2_000
/** PostgreSQL publishes its counters at most once a second; in ms. */
const PUBLISHED = 1_500

export async function currentUser(product: Product, effort: Effort): Promise<Figure[]> {
  return [
    await readRatio({ figure: 'R2 current user', path, goal: 2 }, product, effort),
    await transactions(product),
  ]
}

/** Beside our own questions the server asks all the time whether its connection lives: as often as when nobody reads. */
async function transactions({ ask, cookie, database }: Product): Promise<Figure> {
  const count = async () => {
    await sleep(PUBLISHED)
    const { rows } = await database.query<{ count: string }>(
      'select xact_commit as count from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.count)
  }
  const during = async (work: () => Promise<unknown>) => {
    const before = await count()
    await work()
    return (await count()) - before
  }
  const begin = performance.now()
  const reading = await during(async () => {
    for (let times = 0; times < TIMES; times++) await ask({ method: 'GET', path, cookie })
  })
  const idle = await during(() => sleep(performance.now() - begin - 2 * PUBLISHED))
  return {
    figure: `R2 transactions for ${TIMES} repeated reads`,
    value: Math.max(0, reading - idle),
    unit: 'transactions',
    n: TIMES,
    goal: 5,
  }
}
