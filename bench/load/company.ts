// Fills a company: everybody is in one room and some direct chats, all with messages. The processes are visible
// to all.
import type pg from 'pg'
import { hashToken, newToken } from '#server/auth/sessions.ts'
import type { Person } from './model.ts'

/** Messages per room. */
const HISTORY = 50
const DOCS = 40
/** Prefix of the names of rooms and people; a number follows. */
const NAME = 'Team'

/** `size`: people per room. Members of a room are next to each other in the result. */
export async function fillCompany(
  database: pg.Client,
  { people, size }: { people: number; size: number },
): Promise<Person[]> {
  const tokens = Array.from({ length: people }, newToken)
  const { rows } = await database.query<{ id: number }>(
    `with people as (
        insert into users (username, persplan_id, persplan_vorname, persplan_nachname)
        select $1 || n, $1 || n, 'Vorname ' || n % 700, 'Nachname ' || n % 3000 from generate_series(1, $2::int) as n
        returning id, substr(username, length($1) + 1)::int as place),
      signed_in as (
        insert into sessions (token_hash, user_id, expires_at)
        select hash, people.id, now() + interval '1 day'
        from people join unnest($3::bytea[]) with ordinality as tokens(hash, place) using (place))
    select id from people order by place`,
    [`${NAME}-`, people, tokens.map(hashToken)],
  )
  const ids = rows.map(({ id }) => id)
  const rooms = await database.query<{ id: number }>(
    `with made as (
        insert into groups (name) select $1 || ' ' || n from generate_series(1, $2::int) as n
        returning id, substr(name, length($1) + 2)::int as place),
      members as (
        insert into memberships (user_id, group_id, override)
        select person, made.id, 'grant'
        from unnest($3::int[]) with ordinality as people(person, at)
        join made on made.place = 1 + (at - 1) / $4::int)
    select id from made order by place`,
    [NAME, Math.ceil(people / size), ids, size],
  )
  await fillRooms(
    database,
    ids,
    rooms.rows.map(({ id }) => id),
    size,
  )
  return ids.map((_, place) => ({
    cookie: `session=${tokens[place]}`,
    address: `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`,
    room: rooms.rows[Math.floor(place / size)]?.id as number,
  }))
}

/** Adds the messages, and a direct chat of everybody with the next two people of the room. */
async function fillRooms(database: pg.Client, people: number[], rooms: number[], size: number) {
  const pairs = people.flatMap((one, place) =>
    [1, 2]
      .map((step) => people[place + step])
      .filter((other) => other !== undefined && place % size < size - 2)
      .map((other) => [one, other as number]),
  )
  await database.query(
    `insert into direct_chats (user_low, user_high)
    select low, high from unnest($1::int[], $2::int[]) as pairs(low, high)`,
    [pairs.map(([low]) => low), pairs.map(([, high]) => high)],
  )
  await database.query(
    `insert into chat_rooms (kind, id) select 'groups', room from unnest($1::int[]) as room
      union all select 'direct', id from direct_chats where user_low = any($2) on conflict do nothing`,
    [rooms, people],
  )
  await database.query(
    `insert into chat_messages (kind, room_id, user_id, content, created_at)
    select 'groups', room, people[1 + ((place - 1) * $3::int + n) % array_length(people, 1)],
      'Wer bringt die Leiter mit? Nummer ' || n, now() - interval '1 day' + n * interval '1 minute'
    from unnest($1::int[]) with ordinality as rooms(room, place), (select $2::int[] as people) as all_people,
      generate_series(1, $4::int) as n
    order by room, n`,
    [rooms, people, size, HISTORY],
  )
  await database.query(
    `insert into chat_messages (kind, room_id, user_id, content, created_at)
    select 'direct', id, user_low, 'Bis morgen!', now() - interval '1 day' from direct_chats where user_low = any($1)`,
    [people],
  )
  await database.query(
    `update chat_rooms set last_message_id = newest.id
    from (select kind, room_id, max(id) as id from chat_messages group by kind, room_id) as newest
    where newest.kind = chat_rooms.kind and newest.room_id = chat_rooms.id`,
  )
}

/** Processes that everybody sees. */
export async function fillDocs(database: pg.Client) {
  await database.query(
    `insert into docs (name, status, public, content)
    select 'Ablauf ' || n, 'Aktiv', true, '{"type":"process","content":[]}' from generate_series(1, $1::int) as n`,
    [DOCS],
  )
}
