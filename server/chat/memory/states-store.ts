// Many states with one statement.
import { sql } from 'kysely'
import type { NoiseLevel } from '#contract/chat.ts'
import type { Database } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import { german } from '#server/lists/list-store.ts'
import { type RoomKey, textOf } from '../room-key.ts'
import { isShown } from '../store.ts'
import {
  type DirectChat,
  type GroupName,
  nextVersion,
  type PersonState,
  PREVIEW,
  type RoomState,
} from './states.ts'

type RoomRow = Omit<RoomState, 'last' | 'top' | 'version'> &
  RoomKey & {
    last_id: number | null
    last_by: number | null
    last_name: string
    last_at: Date | null
    last_text: string | null
    has_image: boolean
  }

export async function listRoomStates(
  db: Database,
  rooms: readonly RoomKey[],
): Promise<Map<string, RoomState>> {
  const { rows } = await sql<RoomRow>`
    select asked.kind, asked.id, groups.id is not null as is_there,
      groups.id is not null and ${isShown} as is_shown, coalesce(chat_rooms.revision, 0) as revision,
      last.id as last_id, last.user_id as last_by, ${spokenName('author')} as last_name, last.created_at as last_at,
      left(last.content, ${PREVIEW}) as last_text, last.image_id is not null as has_image,
      coalesce((select id from chat_messages
        where kind = asked.kind and room_id = asked.id and user_id is distinct from last.user_id
        order by id desc limit 1), 0) as other
    from unnest(${rooms.map(({ kind }) => kind)}::text[], ${rooms.map(({ id }) => id)}::int[]) as asked (kind, id)
    left join groups on asked.kind = 'groups' and groups.id = asked.id
    left join chat_rooms on chat_rooms.kind = asked.kind and chat_rooms.id = asked.id
    left join chat_messages last on last.id = chat_rooms.last_message_id
    left join users author on author.id = last.user_id`.execute(db)
  return new Map(
    rows.map(({ kind, id, last_id, last_by, last_name, last_at, last_text, has_image, ...room }) => [
      textOf({ kind, id }),
      {
        ...room,
        top: last_id ?? 0,
        version: nextVersion(),
        last:
          last_id === null
            ? null
            : {
                id: last_id,
                user_id: last_by,
                by: last_name,
                at: (last_at as Date).toISOString(),
                text: last_text ?? '',
                has_image,
              },
      },
    ]),
  )
}

type PersonRow = {
  id: number
  groups: GroupName[]
  directs: DirectChat[]
  marks: (RoomKey & { noise_level: NoiseLevel | null; read_up_to: number })[]
}

export async function listPersonStates(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, PersonState>> {
  const { rows } = await sql<PersonRow>`
    select users.id,
      (select coalesce(json_agg(json_build_object('id', groups.id, 'name', groups.name)
          order by ${german('groups.name')}, groups.id), '[]')
        from memberships join groups on groups.id = memberships.group_id
        where memberships.user_id = users.id and memberships.is_effective) as groups,
      (select coalesce(json_agg(json_build_object(
          'id', direct_chats.id, 'name', ${spokenName('other')}, 'user_id', other.id)), '[]')
        from direct_chats left join users other
          on other.id = case direct_chats.user_low when users.id then direct_chats.user_high else direct_chats.user_low end
        where direct_chats.user_low = users.id or direct_chats.user_high = users.id) as directs,
      (select coalesce(json_agg(json_build_object('kind', kind, 'id', room_id, 'noise_level', noise_level,
          'read_up_to', read_up_to)), '[]')
        from chat_marks where chat_marks.user_id = users.id) as marks
    from users where users.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, personOf(row)]))
}

function personOf({ groups, directs, marks }: PersonRow): PersonState {
  const marked = new Map(marks.map(({ kind, id, ...mark }) => [textOf({ kind, id }), mark]))
  const rooms = new Set([
    ...groups.map(({ id }) => textOf({ kind: 'groups', id })),
    ...directs.map(({ id }) => textOf({ kind: 'direct', id })),
    ...marked.keys(),
  ])
  return {
    groups,
    memberOf: new Set(groups.map(({ id }) => id)),
    directs,
    marks: marked,
    rooms,
    top: 0,
    version: nextVersion(),
  }
}

/** All groups, in German order. */
export function listAllGroups(db: Database): Promise<GroupName[]> {
  return db.selectFrom('groups').select(['id', 'name']).orderBy(german('name')).orderBy('id').execute()
}
