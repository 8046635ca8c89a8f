// The audit log after years: a million rows, of which an administrator sees pages, narrows them and takes all along.
import { get } from 'node:http'
import type { Figure } from '#measure/figures.ts'
import { residentOf, treeOf } from '#measure/processes.ts'
import { median } from '#measure/statistics.ts'
import type { Product } from './product.ts'

const ROWS = 1_000_000
/** The one person who does a third of everything, as some do in every company. */
const BUSY = 1
const TRIES = 7
/** The newest days, which hold a fifth of all rows. */
const TAKEN_DAYS = 185
const goals = { pageMs: 100, exportMb: 128 }

/** A row each 80 seconds; refusals are of nobody, one person does a third, and a document and a kind are rare. */
const FILL = `insert into audit (at, user_id, action, subject, address)
  select now() - make_interval(secs => n * 80),
    case when n % 7 = 0 then null when n % 3 = 0 then ${BUSY} else 2 + n % 19000 end,
    case when n % 7 = 0 then 'refused.forbidden' when n % 99991 = 0 then 'group.rename'
      else (array['doc.answer', 'auth.login', 'user.rename', 'chat.remove', 'happening.status'])[1 + n % 5] end,
    case when n % 7 = 0 then '{}'::jsonb
      when n % 200003 = 0 then '{"doc_id": 77}'::jsonb
      when n % 4 = 0 then '{"doc_id": 1}'::jsonb
      when n % 2 = 0 then jsonb_build_object('doc_id', 100 + n % 5000)
      else jsonb_build_object('user_id', 2 + n % 19000) end,
    '192.0.2.' || n % 250
  from generate_series(1, ${ROWS}) as n`

const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()
const pages: Record<string, string> = {
  'the newest': '',
  'the last one': 'page=199',
  'the oldest first': 'order_by=%2Bat',
  'of one person': 'user_id=4711',
  'of the busiest': `user_id=${BUSY}&page=50`,
  'about a rare document': 'object=doc%2077',
  'about the most frequent document': 'object=doc%201&page=20',
  'of a rare kind': 'kind=Gruppen',
  'of the most frequent kind': 'kind=Prozesse&page=100',
  'of several kinds': 'kind=Benutzer%20und%20Rechte&page=100',
  'of a month long ago': `date_start=${day(-700)}&date_end=${day(-670)}`,
  'of the busiest and a rare kind': `user_id=${BUSY}&kind=Gruppen`,
  'of the busiest about a rare document': `user_id=${BUSY}&object=doc%2077`,
  'of a kind about a frequent document': 'kind=Prozesse&object=doc%201',
  'of a rare kind about a frequent document': 'kind=Gruppen&object=doc%201',
  'of the busiest, of a kind, in a month long ago': `user_id=${BUSY}&kind=Prozesse&date_start=${day(-700)}&date_end=${day(-670)}`,
}

export async function auditLog(product: Product): Promise<Figure[]> {
  const { database } = product
  await database.query(FILL)
  await database.query('vacuum analyze audit')
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(pages)) figures.push(await page(product, name, query))
  return [...figures, ...(await takeAlong(product))]
}

async function page({ ask, cookie }: Product, name: string, query: string): Promise<Figure> {
  const times: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const begin = performance.now()
    const { status, text } = await ask({ method: 'GET', path: `/audit/?per_page=50&${query}`, cookie })
    if (status !== 200) throw new Error(`${name}: answers ${status} ${text}`)
    times.push(performance.now() - begin)
  }
  const value = median(times)
  return { figure: `audit log, a page ${name}`, value, unit: 'ms', n: TRIES, goal: goals.pageMs }
}

/**
 * The rows of half a year as Excel, and what the server and its child hold meanwhile, beyond what the server held
 * before.
 */
async function takeAlong({ pid, port, cookie }: Product): Promise<Figure[]> {
  /** Its PostgreSQL has memory of its own, whoever asks it for what. */
  const before = new Set(treeOf(pid))
  const held = () =>
    treeOf(pid).reduce((sum, one) => sum + (one === pid || !before.has(one) ? residentOf(one) : 0), 0)
  const quiet = held()
  let most = quiet
  const look = setInterval(() => (most = Math.max(most, held())), 250)
  const begin = performance.now()
  const bytes = await download(port, cookie)
  clearInterval(look)
  const seconds = (performance.now() - begin) / 1_000
  return [
    {
      figure: `audit log, ${TAKEN_DAYS} days (${(TAKEN_DAYS * 86_400) / 80} rows) as Excel`,
      value: seconds,
      unit: 's',
      n: 1,
    },
    { figure: '… how long the file is', value: bytes / 1024 ** 2, unit: 'MB', n: 1 },
    {
      figure: '… memory that this takes',
      value: (most - quiet) / 1024,
      unit: 'MB',
      n: 1,
      goal: goals.exportMb,
    },
  ]
}

/** Read and thrown away: how many bytes came. */
function download(port: number, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(
      { port, host: '127.0.0.1', path: `/audit/excel/?date_start=${day(-TAKEN_DAYS)}`, headers: { cookie } },
      (incoming) => {
        if (incoming.statusCode !== 200) reject(new Error(`the export answers ${incoming.statusCode}`))
        let bytes = 0
        incoming.on('data', (piece: Buffer) => (bytes += piece.length))
        incoming.on('error', reject)
        incoming.on('end', () => resolve(bytes))
      },
    ).on('error', reject)
  })
}
