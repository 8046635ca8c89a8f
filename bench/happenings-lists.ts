// B2: lists over 100,000 happenings (or the number given) with ten entries each. Every filter, order and page,
// for three kinds of people.
import { happeningOrders } from '#contract/words/happening-texts.ts'
import { json } from '#measure/ask.ts'
import type { Figure } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { median } from '#measure/statistics.ts'
import { type FillIds, fillHappenings } from './happenings-fill.ts'
import type { Effort } from './product.ts'
import { type Product, startProduct } from './product.ts'

/** Upper bound for the slowest answer, in ms (B2). */
const GOAL = 100
/** The shortest of these tries counts, because other load on the machine only makes them longer. */
const TRIES = 3

type Way = { who: Who; path: string; query: Query }
/** `page` may be 'middle' or 'last'; its number is computed from the answer for the first page. */
type Query = Record<string, string | number>
type ListRequest = { who: Who; path: string }
type Who = 'admin' | 'reader' | 'recorder'
type TimedRequest = ListRequest & { ms: number }

export async function happeningsLists({ pairs }: Effort, many: number): Promise<Figure[]> {
  const product = await startProduct({ HAPPENINGS_GROUP: 'Leitung' })
  try {
    const filled = await fillHappenings(product.database, many)
    const cookies: Record<Who, string> = {
      admin: product.cookie,
      reader: await logInAs(product, filled.reader, 'person-21'),
      recorder: await logInAs(product, filled.recorder, 'person-22'),
    }
    const ask = async ({ path, who }: ListRequest) => {
      await product.clearCaches(cookies[who])
      const begin = performance.now()
      const { status, text } = await product.ask({ method: 'GET', path, cookie: cookies[who] })
      if (status !== 200) throw new Error(`${path} answers ${status}`)
      return { ms: performance.now() - begin, text }
    }
    // A short run tries every thirteenth combination, which still covers each filter, order and page.
    const some = (ways: Way[]) => (pairs < 12 ? ways.filter((_, at) => at % 13 === 0) : ways)
    const to = { ask, goal: GOAL }
    return [
      ...(await measure(`happenings, ${many} in all`, some(lists()), to)),
      ...(await measure(`parts, ${many} happenings`, some(partLists(filled)), to)),
      ...(await measure(`times, ${many} happenings`, some(timeLists(filled)), to)),
    ]
  } finally {
    await product.stop()
  }
}

async function measure(
  name: string,
  ways: Way[],
  { ask, goal }: { ask: (asked: ListRequest) => Promise<{ ms: number; text: string }>; goal: number },
): Promise<Figure[]> {
  const timed: TimedRequest[] = []
  for (const way of ways) {
    const asked = await placed(way, async (first) => JSON.parse((await ask(first)).text).pages)
    let ms = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < TRIES; attempt++) ms = Math.min(ms, (await ask(asked)).ms)
    timed.push({ ...asked, ms })
  }
  timed.sort((one, other) => other.ms - one.ms)
  for (const { who, path, ms } of timed.slice(0, 5)) console.error(`${Math.round(ms)} ms for ${who}: ${path}`)
  const figure = `${name}, ways to ask`
  const n = timed.length
  return [
    { figure: `${figure}: worst`, unit: 'ms', value: timed[0]?.ms ?? Number.NaN, n, goal },
    { figure: `${figure}: slower than that`, unit: '', value: timed.filter(({ ms }) => ms > goal).length, n },
    { figure: `${figure}: median`, unit: 'ms', value: median(timed.map(({ ms }) => ms)), n },
  ]
}

/** The request with the number of its page. */
async function placed(
  { who, path, query: { page, ...query } }: Way,
  pagesOf: (first: ListRequest) => Promise<number>,
): Promise<ListRequest> {
  const at = (page: string | number) => ({ who, path: addressOf(path, { ...query, page }) })
  if (page === 'last') return at(Math.max(0, (await pagesOf(at(0))) - 1))
  if (page === 'middle') return at(Math.floor((await pagesOf(at(0))) / 2))
  return at(page ?? 0)
}

function lists(): Way[] {
  const windows = [
    {},
    { date_start: dayFromNow(-3), date_end: dayFromNow(7) },
    { date_start: dayFromNow(-365) },
  ]
  return ways(
    '/happenings/',
    windows,
    ['', 'sommer', 'größe 17'].map((filter) => ({ filter })),
    ['', 'Aktiv', 'Archiv'].map((status) => ({ status })),
    ['', 'Konzert'].map((type) => ({ type })),
    orders(...happeningOrders),
    pages(0, 50, 'middle', 'last'),
  )
}

const partLists = ({ crowded }: FillIds) =>
  ways(
    `/happenings/${crowded}/subhappenings/`,
    ['', 'stand 1', 'person'].map((filter) => ({ filter })),
    orders('name'),
    pages(0, 1, 'middle', 'last'),
  )

const timeLists = ({ crowded, long }: FillIds) =>
  ways(
    `/happenings/${crowded}/subhappenings/${long}/time/`,
    ['', 'nachname 17', '19'].map((filter) => ({ filter })),
    orders('personalnummer', 'nachname', 'funktion', 'soll_von_date', 'ist_von_date'),
    pages(0, 1, 'middle', 'last'),
  )

const orders = (...keys: string[]) =>
  keys.flatMap((key) => [{ order_by: `+${key}` }, { order_by: `-${key}` }])
/** Pages of 25 rows each. */
const pages = (...all: (number | 'middle' | 'last')[]) => all.map((page) => ({ page }))

/** Every combination of the choices, for each kind of person. */
const ways = (path: string, ...choices: Query[][]): Way[] =>
  (['admin', 'reader', 'recorder'] as const).flatMap((who) =>
    combine(choices).map((query) => ({ who, path, query })),
  )

const combine = (choices: Query[][]): Query[] =>
  choices.reduce<Query[]>(
    (all, more) => all.flatMap((one) => more.map((other) => ({ ...one, ...other }))),
    [{}],
  )

function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `${path}?${search.toString()}`
}

const dayFromNow = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()

async function logInAs({ ask, cookie }: Product, id: number, username: string): Promise<string> {
  const password = 'many-happenings-3'
  const body = JSON.stringify({ password })
  await ask({ method: 'PATCH', path: `/users/${id}/password/`, cookie, headers: json, body })
  return logIn(ask, { username, password })
}
