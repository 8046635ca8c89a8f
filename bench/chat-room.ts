// One room of many people for the measurements of chats, and what is said in it: each message carries its number.
import { hashOf, newToken } from '#server/auth/sessions.ts'
import type { Product } from './product.ts'

let number = 0

export const nextMessageText = () => `#${++number}# Der Bus steht hinten am Tor, wer fährt mit?`
export const numberIn = (text: string) => Number(/#(\d+)#/.exec(text)?.[1])

/** A custom group of so many people, who are all signed in. */
export async function roomOfMany({ database }: Product, members: number) {
  const tokens = Array.from({ length: members }, newToken)
  const { rows } = await database.query<{ id: number }>(
    `with team as (insert into groups (name) values ('Alle zusammen') returning id),
      people as (select id from users where persplan_id is not null order by id limit $1),
      members as (insert into memberships (user_id, group_id, override) select people.id, team.id, 'grant' from people, team),
      sessions as (
        insert into sessions (token_hash, user_id, expires_at)
        select tokens.hash, people.id, now() + interval '1 day'
        from (select id, row_number() over (order by id) as place from people) people
        join unnest($2::bytea[]) with ordinality as tokens(hash, place) using (place))
    select id from team`,
    [members, tokens.map(hashOf)],
  )
  return {
    path: `/chat/groups/${rows[0]?.id}/`,
    cookies: tokens.map((token) => `session=${token}`),
  }
}
