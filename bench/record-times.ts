// R10: 500 times entered with one call, against one UPDATE of the same rows, and against it together with its history.
import { json } from '#measure/ask.ts'
import type { Figure } from '#measure/figures.ts'
import { inPairs, timeOf } from '#measure/statistics.ts'
import type { Product } from './product.ts'
import type { Effort } from './read-ratio.ts'

const ENTRIES = 500
/** Calls in a block: one alone would measure the clock and its neighbours. */
const BLOCK = 5
const DAY = '2026-11-21'

const update = `update time_entries
  set ist_von = new.von, ist_bis = new.bis, ist_minutes = new.minutes, revision = revision + 1, submitted = false, refused = null
  from unnest($1::int[], $2::timestamp[], $3::timestamp[], $4::int[]) as new(id, von, bis, minutes)
  where time_entries.id = new.id`
const withHistory = `with changed as (
    update time_entries
    set ist_von = new.von, ist_bis = new.bis, ist_minutes = new.minutes, revision = revision + 1, submitted = false, refused = null
    from unnest($1::int[], $2::timestamp[], $3::timestamp[], $4::int[]) as new(id, von, bis, minutes)
    where time_entries.id = new.id
    returning new.id, old.ist_von as old_von, old.ist_bis as old_bis, new.von, new.bis)
  insert into time_history (entry_id, user_id, kind, old_von, old_bis, new_von, new_bis)
  select id, 1, 'changed', old_von, old_bis, von, bis from changed`

export async function recordTimes(product: Product, { pairs }: Effort): Promise<Figure[]> {
  const { ask, cookie, database } = product
  const { happening, part, entries } = await fill(database)
  const path = `/happenings/${happening}/subhappenings/${part}/time/`
  let turn = 0
  /** Each call changes every row: what is the same already would not be written. */
  const minute = () => String(++turn % 60).padStart(2, '0')
  const patch = async () => {
    const ist_von_time = `09:${minute()}`
    const items = entries.map((timeentry_id) => ({
      timeentry_id,
      ist_von_date: DAY,
      ist_von_time,
      ist_bis_date: DAY,
      ist_bis_time: '18:30',
    }))
    const { status, text } = await ask({
      method: 'PATCH',
      path,
      cookie,
      headers: json,
      body: JSON.stringify({ items }),
    })
    if (status !== 200) throw new Error(`${status} ${text}`)
  }
  const bare = (statement: string) => async () => {
    const at = minute()
    const all = <Value>(value: Value) => entries.map(() => value)
    const values = [entries, all(`${DAY}T09:${at}`), all(`${DAY}T18:30`), all(570 - Number(at))]
    const { rowCount } = await database.query({ name: statement.slice(0, 12), text: statement, values })
    if (rowCount !== ENTRIES) throw new Error(`${rowCount} rows instead of ${ENTRIES}`)
  }
  const block = (work: () => Promise<void>) => async () =>
    (await timeOf(async () => {
      for (let times = 0; times < BLOCK; times++) await work()
    })) / BLOCK
  const [a, b, c] = [block(patch), block(bare(update)), block(bare(withHistory))]
  for (const warm of [a, b, c]) await warm()
  const figure = `R10 ${ENTRIES} times in one call`
  return [
    { figure, unit: 'ms', goal: 1.5, ...(await inPairs(pairs, a, b)) },
    { figure: `${figure}, to an UPDATE with its history`, unit: 'ms', ...(await inPairs(pairs, a, c)) },
  ]
}

async function fill(database: Product['database']) {
  const idOf = async (text: string, values: unknown[]) =>
    (await database.query<{ id: number }>(text, values)).rows.map(({ id }) => id)
  const [happening = 0] = await idOf(
    `insert into happenings (planner_id, name, date, status) values ('long', 'Stadtfest', $1, 'Aktiv') returning id`,
    [DAY],
  )
  const [part = 0] = await idOf(
    `insert into subhappenings (happening_id, planner_id, name) values ($1, 'long', 'Ordner') returning id`,
    [happening],
  )
  const entries = await idOf(
    `insert into time_entries (subhappening_id, planner_id, personalnummer, first_name, last_name, soll_von, soll_bis, soll_minutes)
    select $1, 'L' || n, n::text, 'Vorname ' || n % 70, 'Nachname ' || n % 300, $2::date + time '09:00',
      $2::date + time '18:30', 570 from generate_series(1, $3::int) as n returning id`,
    [part, DAY, ENTRIES],
  )
  await database.query('vacuum analyze')
  return { happening, part, entries }
}
