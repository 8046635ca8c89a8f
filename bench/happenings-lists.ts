// D: lists of 100,000 happenings (or as many as are said) with a million entries. Every filter, order and page, as three
// kinds of people ask.
import { json } from '#measure/ask.ts'
import type { Figure } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { median } from '#measure/statistics.ts'
import { type Filled, fillHappenings } from './happenings-fill.ts'
import { type Product, startProduct } from './product.ts'
import type { Effort } from './read-ratio.ts'

const GOAL_MS = 100
/** Other work of the machine only adds to a time: the shortest of a few is the server's own. */
const TRIES = 3

type Asked = { path: string; who: Who }
type Who = 'admin' | 'reader' | 'recorder'
type Timed = Asked & { ms: number }

export async function happeningsLists({ pairs }: Effort, many: number): Promise<Figure[]> {
  const product = await startProduct({ HAPPENINGS_GROUP: 'Leitung' })
  try {
    const filled = await fillHappenings(product.database, many)
    const cookies: Record<Who, string> = {
      admin: product.cookie,
      reader: await logInAs(product, filled.reader, 'person-21'),
      recorder: await logInAs(product, filled.recorder, 'person-22'),
    }
    const ask = async ({ path, who }: Asked) => {
      await product.forget(cookies[who])
      const begin = performance.now()
      const { status } = await product.ask({ method: 'GET', path, cookie: cookies[who] })
      if (status !== 200) throw new Error(`${path} answers ${status}`)
      return performance.now() - begin
    }
    // With little time every thirteenth way, which still meets each filter, order and page.
    const some = (ways: Asked[]) => (pairs < 12 ? ways.filter((_, at) => at % 13 === 0) : ways)
    return [
      ...(await measure(`happenings, ${many} in all`, some(lists(many)), ask)),
      ...(await measure(`parts, ${many} happenings`, some(partLists(filled)), ask)),
      ...(await measure(`times, ${many} happenings`, some(timeLists(filled)), ask)),
    ]
  } finally {
    await product.stop()
  }
}

async function measure(
  name: string,
  ways: Asked[],
  ask: (asked: Asked) => Promise<number>,
): Promise<Figure[]> {
  const timed: Timed[] = []
  for (const way of ways) {
    let ms = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < TRIES; attempt++) ms = Math.min(ms, await ask(way))
    timed.push({ ...way, ms })
  }
  timed.sort((one, other) => other.ms - one.ms)
  for (const { who, path, ms } of timed.slice(0, 3)) console.error(`${Math.round(ms)} ms for ${who}: ${path}`)
  const figure = `${name}, ways to ask`
  const n = timed.length
  return [
    { figure: `${figure}: worst`, unit: 'ms', value: timed[0]?.ms ?? Number.NaN, n, goal: GOAL_MS },
    { figure: `${figure}: median`, unit: 'ms', value: median(timed.map(({ ms }) => ms)), n },
  ]
}

function lists(many: number): Asked[] {
  const windows = [
    {},
    { date_start: dayFromNow(-3), date_end: dayFromNow(7) },
    { date_start: dayFromNow(-365) },
  ]
  const ways = combine(
    (['admin', 'reader', 'recorder'] as const).map((who) => ({ who })),
    windows,
    ['', 'sommer', 'größe 17'].map((filter) => ({ filter })),
    ['', 'Aktiv', 'Archiv'].map((status) => ({ status })),
    ['', 'Konzert'].map((type) => ({ type })),
    orders('name', 'type', 'date', 'status'),
    pages(0, 50, many / 25 - 1),
  )
  return ways.map((way) => asked('/happenings/', way))
}

const partLists = ({ crowded }: Filled) =>
  combine(
    [{ who: 'admin' }, { who: 'reader' }, { who: 'recorder' }],
    ['', 'stand 1', 'person'].map((filter) => ({ filter })),
    orders('name'),
    pages(0, 1, 15),
  ).map((way) => asked(`/happenings/${crowded}/subhappenings/`, way))

const timeLists = ({ crowded, long }: Filled) =>
  combine(
    [{ who: 'admin' }, { who: 'reader' }, { who: 'recorder' }],
    ['', 'nachname 17', '19'].map((filter) => ({ filter })),
    orders('personalnummer', 'nachname', 'funktion', 'soll_von_date', 'ist_von_date'),
    pages(0, 1, 39),
  ).map((way) => asked(`/happenings/${crowded}/subhappenings/${long}/time/`, way))

const orders = (...keys: string[]) =>
  keys.flatMap((key) => [{ order_by: `+${key}` }, { order_by: `-${key}` }])
/** Pages of 25 rows each. */
const pages = (...numbers: number[]) => numbers.map((page) => ({ page }))

type Way = Record<string, string | number>
const combine = (...choices: Way[][]): Way[] =>
  choices.reduce<Way[]>((ways, more) => ways.flatMap((way) => more.map((one) => ({ ...way, ...one }))), [{}])

function asked(path: string, { who, ...query }: Way): Asked {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return { who: who as Who, path: `${path}?${search.toString()}` }
}

const dayFromNow = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()

async function logInAs({ ask, cookie }: Product, id: number, username: string): Promise<string> {
  const password = 'many-happenings-3'
  const body = JSON.stringify({ password })
  await ask({ method: 'PATCH', path: `/users/${id}/password/`, cookie, headers: json, body })
  return logIn(ask, { username, password })
}
