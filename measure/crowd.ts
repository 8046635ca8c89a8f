// Many signed-in people in the same rooms: more than the demo has, since limits count per person.
import type pg from 'pg'
import { hashToken, newToken } from '#server/auth/sessions.ts'

export type Crowd = { people: { id: number; cookie: string }[]; rooms: number[] }

let number = 0

/** Each room belongs to a group that everybody is a member of. */
export async function insertCrowd(
  client: pg.Client | pg.Pool,
  { people, rooms }: { people: number; rooms: number },
): Promise<Crowd> {
  const crowd = ++number
  const tokens = Array.from({ length: people }, newToken)
  const { rows } = await client.query<{ id: number; place: number }>(
    `with people as (
        insert into users (username) select $1 || place from generate_series(1, $2::int) as place
        returning id, substr(username, length($1) + 1)::int as place),
      signed_in as (
        insert into sessions (token_hash, user_id, expires_at)
        select hash, people.id, now() + interval '1 day'
        from people join unnest($3::bytea[]) with ordinality as tokens(hash, place) using (place))
    select id, place from people order by place`,
    [`chor-${crowd}-`, people, tokens.map(hashToken)],
  )
  const groups = await client.query<{ id: number }>(
    `with made as (
        insert into groups (name) select $1 || place from generate_series(1, $2::int) as place returning id),
      members as (
        insert into memberships (user_id, group_id, override)
        select person, made.id, 'grant' from made, unnest($3::int[]) as person)
    select id from made order by id`,
    [`Chor ${crowd}/`, rooms, rows.map(({ id }) => id)],
  )
  return {
    people: rows.map(({ id, place }) => ({ id, cookie: `session=${tokens[place - 1]}` })),
    rooms: groups.rows.map(({ id }) => id),
  }
}

export const roomPath = (room: number) => `/chat/groups/${room}/`

/** The bytes of a WebSocket handshake. */
export function upgradeRequest(path: string, headers: Record<string, string>, method = 'GET'): string {
  const all = {
    Host: 'kontor',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
