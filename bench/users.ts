// What is asked of users all day: oneself, a page of the list, a search, a login.

import { setTimeout as sleep } from 'node:timers/promises'
import { startHelper } from '#measure/child.ts'
import { measuredCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { cpuDuring } from '#measure/processes.ts'
import { inPairs, median } from '#measure/statistics.ts'
import type { Product } from './product.ts'
import { type Effort, readRatio } from './read-ratio.ts'

const path = '/users/current/'
const BACKGROUND_ID = 'a'.repeat(22)
const TIMES = 2_000
/** PostgreSQL publishes its counters at most once a second; in ms. */
const PUBLISHED = 1_500

/** R2: the questions that open apps repeat; with their tags they must cost hardly more than sending the bytes. */
export async function currentUser(product: Product, effort: Effort): Promise<Figure[]> {
  await product.database.query(
    `with made as (insert into groups (name) select 'Team ' || n from generate_series(1, 20) as n returning id),
      members as (insert into memberships (user_id, group_id, override)
        select users.id, made.id, 'grant' from users cross join made where username = 'admin')
    insert into background_results (id, kind, started_by) select $1, 'users.sync', id from users where username = 'admin'`,
    [BACKGROUND_ID],
  )
  await product.forget(product.cookie)
  return [
    await readRatio({ figure: 'R2 current user', path, goal: 2 }, product, effort),
    await readRatio({ figure: 'R2 chats of 20 groups', path: '/chat/groups/', goal: 2 }, product, effort),
    await readRatio(
      { figure: 'R2 background result', path: `/background_result/${BACKGROUND_ID}/`, goal: 2 },
      product,
      effort,
    ),
    await transactions(product),
  ]
}

/**
 * Beside our own questions the server asks all the time whether its connection lives: as often as when nobody reads.
 */
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

/** One word a hundred times; as many different ones as a filter holds; and what people really type. */
const filters: Record<string, string> = {
  'one word 100 times': 'a '.repeat(100).trim(),
  '60 words': Array.from({ length: 60 }, (_, at) => String.fromCharCode(97 + (at % 26)) + (at % 10)).join(
    ' ',
  ),
  'a name': 'nachname 17',
}
const TRIES = 7

/**
 * R1 beside the happenings': a page of 25 of 20,000, for an administrator. And searches at their worst: words that
 * nearly everybody's name has.
 */
export const usersList = async (product: Product, effort: Effort) => [
  await readRatio({ figure: 'R1 users list', path: '/users/?per_page=25&page=3', goal: 8 }, product, effort),
  ...(await searches(product)),
]

async function searches({ ask, cookie, forget }: Product): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [list, path] of [
    ['chat', '/chat/direct/users/'],
    ['users', '/users/'],
  ]) {
    for (const [name, filter] of Object.entries(filters)) {
      const times: number[] = []
      for (let attempt = 0; attempt < TRIES; attempt++) {
        await forget(cookie)
        const begin = performance.now()
        const query = new URLSearchParams({ filter }).toString()
        const { status } = await ask({ method: 'GET', path: `${path}?${query}`, cookie })
        if (status !== 200) throw new Error(`${path} for ${name} answers ${status}`)
        times.push(performance.now() - begin)
      }
      figures.push({
        figure: `search of 20,000 people (${list}): ${name}`,
        unit: 'ms',
        value: median(times),
        n: TRIES,
        goal: 100,
      })
    }
  }
  return figures
}

/** Logins of a block: some 0.5 s, so that a clock tick of 10 ms weighs little. */
const LOGINS = 20

/** R13: a login against the one computation that it cannot do without. */
export async function login({ pid, ask }: Product, { pairs }: Effort): Promise<Figure[]> {
  const floor = await startHelper(new URL('one-argon2.ts', import.meta.url), measuredCore)
  const logIns = async () => {
    for (let times = 0; times < LOGINS; times++) await logIn(ask)
  }
  const product = async () => (await cpuDuring(pid, logIns)) / LOGINS
  const baseline = async () => (await cpuDuring(floor.pid, () => floor.order(LOGINS))) / LOGINS
  await product()
  await baseline()
  const compared = await inPairs(pairs, product, baseline)
  await floor.stop()
  return [{ figure: 'R13 login', unit: 'µs CPU', goal: 1.1, ...compared }]
}
