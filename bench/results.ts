// Results of 500 people by 40 fields, for an administrator: beside the bare reading of the same rows.
import type { Figure } from '#measure/figures.ts'
import { inPairs, interval, median } from '#measure/statistics.ts'
import type { Product } from './product.ts'
import type { Effort } from './read-ratio.ts'

const PEOPLE = 500
const FIELDS = 40
const GOAL_MS = 150
/** Reads in a block: one alone would measure the clock and its neighbours. */
const BLOCK = 10

const bareRead = `select users.id, users.username, users.persplan_nachname, users.persplan_vorname, doc_answers.data
  from doc_answers join users on users.id = doc_answers.user_id where doc_answers.doc_id = $1
  order by users.persplan_nachname, users.id`

export async function resultsOfMany(
  { ask, cookie, database }: Product,
  { pairs }: Effort,
): Promise<Figure[]> {
  const id = await fill(database)
  const path = `/docs/${id}/userdata/?fill_status=all`
  const { text } = await ask({ method: 'GET', path, cookie })
  const { items, fields } = JSON.parse(text) as { items: unknown[]; fields: unknown[] }
  // The administrator sees it too, and has filled in nothing.
  if (items.length !== PEOPLE + 1 || fields.length !== FIELDS) throw new Error('these are not the results')

  const product = block(() => ask({ method: 'GET', path, cookie }))
  const bare = block(() => database.query(bareRead, [id]))
  await Promise.all([product(), bare()])
  const times: number[] = []
  const compared = await inPairs(
    pairs,
    async () => {
      const ms = await product()
      times.push(ms)
      return ms
    },
    bare,
  )
  const figure = `results of ${PEOPLE} people by ${FIELDS} fields`
  return [
    { figure, unit: 'ms', value: median(times), ...interval(times), n: pairs * BLOCK, goal: GOAL_MS },
    { figure: `${figure}, to the bare read`, unit: 'ms', ...compared },
  ]
}

/** Mean time of a read in ms. */
const block = (read: () => Promise<unknown>) => async () => {
  const begin = performance.now()
  for (let number = 0; number < BLOCK; number++) await read()
  return (performance.now() - begin) / BLOCK
}

/** A document for one group: a number, a long text and two boxes in turn. */
async function fill(database: Product['database']): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `insert into docs (name, status, content, fields)
    select 'Ergebnisse', 'Aktiv', '{"type":"process"}', jsonb_agg(jsonb_build_object('name', 'Feld ' || n,
      'type', case n % 4 when 0 then 'text' when 1 then 'textarea' else 'checkbox' end) order by n)
    from generate_series(1, $1::int) as n returning id`,
    [FIELDS],
  )
  const id = rows[0]?.id as number
  await database.query(
    `with seeing as (insert into groups (name) values ('Ausfüllende') returning id),
      shown as (insert into doc_groups (doc_id, group_id) select $1, id from seeing),
      people as (select id from users where persplan_id is not null order by id limit $2),
      members as (insert into memberships (user_id, group_id, override)
        select people.id, seeing.id, 'grant' from people cross join seeing)
    insert into doc_answers (doc_id, user_id, data)
    select $1, people.id, jsonb_object_agg('Feld ' || n, case n % 4
      when 0 then to_jsonb(people.id * n / 8.0)
      when 1 then to_jsonb('Antwort ' || n || ' von ' || people.id || repeat(', mit allem, was dazugehört', 1 + n % 3))
      else to_jsonb('Bestätigt'::text) end)
    from people cross join generate_series(1, $3::int) as n group by people.id`,
    [id, PEOPLE, FIELDS],
  )
  await database.query('vacuum analyze')
  return id
}
