// Fills the tables directly: happenings of six years with ten time entries each.
import type { Product } from './product.ts'

/** Ten entries each: three in the first part, seven in the second. */
const ENTRIES = 10

export type FillIds = { crowded: number; long: number; recorder: number; reader: number }

export async function fillHappenings(database: Product['database'], happenings: number): Promise<FillIds> {
  await fillPlain(database, happenings)

  const crowded = await idOf(
    database,
    `insert into happenings (planner_id, name, date, status) values ('crowded', 'Stadtfest', current_date, 'Aktiv')
    returning id`,
  )
  await database.query(
    `insert into subhappenings (happening_id, planner_id, name)
    select $1, 'C' || n, 'Stand ' || n from generate_series(1, 400) as n`,
    [crowded],
  )
  const long = await idOf(
    database,
    `insert into subhappenings (happening_id, planner_id, name) values ($1, 'long', 'Ordner') returning id`,
    [crowded],
  )
  await database.query(
    `insert into time_entries (subhappening_id, planner_id, personalnummer, first_name, last_name, funktion, soll_von,
      soll_bis, soll_minutes)
    select case when n <= 2000 then $1 else $1 - 1 - n % 400 end, 'L' || n, n::text, 'Vorname ' || n % 70,
      'Nachname ' || n % 300, 'Ordner', current_date + time '09:00', current_date + time '17:30', 510
    from generate_series(1, 10000) as n`,
    [long],
  )
  const [reader, recorder] = [await person(database, 21), await person(database, 22)]
  await database.query(
    `with seeing as (insert into groups (name) values ('Leitung') returning id)
    insert into memberships (user_id, group_id, override) select $1, id, 'grant' from seeing`,
    [reader],
  )
  // One person records a part on almost every day for years. 500 others record every second part.
  await database.query(
    `insert into subhappening_users (subhappening_id, user_id)
    select id, $1::int from subhappenings where id % $3 = 0
    union select id, 100 + id % 500 from subhappenings where id % 2 = 0
    union select $2, 100 + n from generate_series(1, 20) as n
    union select $2, $1::int`,
    [recorder, long, Math.ceil(happenings / 1_000)],
  )
  await database.query('vacuum analyze')
  return { crowded, long, recorder, reader }
}

/** Happenings with two parts and ten entries each. Some of the entries have recorded times. */
export async function fillPlain(database: Product['database'], happenings: number) {
  await database.query(
    `insert into happenings (planner_id, name, type, ort, date, status)
    select 'H' || n, (array['Sommerfest', 'Generalprobe', 'Jazz im Foyer', 'Größenwahn', 'Hanse-Bau'])[1 + n % 5]
        || ' ' || n % 997, (array['Probe', 'Firmenfeier', 'Konzert', 'Messe', 'Theater', 'Aufbau'])[1 + n % 6],
      (array['Messehalle 1, Hamburg', 'Stadttheater, Lüneburg', 'Kulturspeicher, Lübeck', ''])[1 + n % 4],
      current_date - 2000 + (n * 2223::bigint / $1)::int,
      (array['Archiv', 'Archiv', 'Archiv', 'Erledigt', 'Erledigt', 'Aktiv', 'Entwurf', 'Inaktiv'])[1 + n % 8]
    from generate_series(1, $1::int) as n`,
    [happenings],
  )
  await database.query(
    `insert into subhappenings (happening_id, planner_id, name)
    select id, 'S' || id || '-' || part, (array['Bühne', 'Einlass'])[part]
    from happenings cross join generate_series(1, 2) as part`,
  )
  await database.query(
    `insert into time_entries (subhappening_id, planner_id, personalnummer, first_name, last_name, funktion, aufgabe,
      soll_von, soll_bis, soll_minutes, ist_von, ist_bis, ist_minutes, submitted)
    select subhappenings.id, 'E' || subhappenings.id || '-' || n, (1000 + (subhappenings.id * 7 + n) % 900)::text,
      'Vorname ' || n % 70, 'Nachname ' || (subhappenings.id + n) % 300, 'Helfer', 'Aufbau',
      happenings.date + time '09:00', happenings.date + time '17:30', 510,
      case when n % 3 > 0 then happenings.date + time '09:15' end,
      case when n % 3 > 0 then happenings.date + time '17:30' end,
      case when n % 3 > 0 then 495 end, n % 3 = 2
    from subhappenings
    join happenings on happenings.id = subhappenings.happening_id
    cross join lateral generate_series(1, case when subhappenings.name = 'Bühne' then 3 else $1::int - 3 end) as n`,
    [ENTRIES],
  )
}

const person = (database: Product['database'], number: number) =>
  idOf(database, `select id from users where username = $1`, [`person-${number}`])

async function idOf(database: Product['database'], text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query<{ id: number }>(text, values)
  return rows[0]?.id as number
}
