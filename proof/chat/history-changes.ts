// Random changes in all domains with tagged lists.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Ask, json } from '#measure/ask.ts'
import type { Random } from '#planner-simulator/random.ts'

export const PLENTY = 1_000_000
export const people = ['anna', 'bruno', 'elif', 'clara'] as const
type Name = (typeof people)[number]
export type Person = { name: Name; id: number; cookie: string }

export type Things = { doc: number; happening: number; part: number; entry: number; day: string }
/** The demo's initial data: a document to fill in, and a happening with parts. */
export async function thingsOf(client: pg.Client): Promise<Things> {
  const { rows } = await client.query<Things>(`select
    (select id from docs where jsonb_array_length(fields) > 0 order by id limit 1) as doc, happening_id as happening,
    subhappenings.id as part, time_entries.id as entry, coalesce(soll_von::date, date)::text as day
    from time_entries join subhappenings on subhappenings.id = subhappening_id
      join happenings on happenings.id = happening_id order by time_entries.id limit 1`)
  return rows[0] as Things
}

/**
 * Makes tasks for administrators at the start: teams of yesterday with missing times, and documents that nobody
 * has read.
 */
export async function letThingsWait(client: pg.Client, { happening }: Things) {
  await client.query('update happenings set date = current_date - 1 where id = $1', [happening])
  await client.query('update docs set first_read_at = null')
}

/** One of each polled list, except chats. */
export const listsOf = ({ happening, part }: Things) => [
  '/docs/?order_by=id&per_page=50',
  '/docs/?filter_status=Aktiv',
  '/today/',
  '/shifts/',
  '/happenings/?with_teams=true&order_by=id&per_page=50',
  `/happenings/${happening}/`,
  `/happenings/${happening}/subhappenings/`,
  `/happenings/${happening}/subhappenings/${part}/time/`,
  `/happenings/${happening}/subhappenings/${part}/time/hints/`,
  '/users/?per_page=50',
  '/groups/',
  '/users/groups/',
]
/** Context of a change. */
type Stage = {
  people: Person[]
  admin: Person
  rooms: { id: number; name: string }[]
  client: pg.Client
  things: Things
}
type ChangeContext = { ask: Ask }
type Change = { name: string; make(place: ChangeContext): Promise<void> }

export function changeOf(world: Stage, random: Random): Change {
  const { people, admin, rooms, client, things } = world
  const { doc, happening, part, entry, day } = things
  const person = random.pick(people)
  const other = random.pick(people.filter(({ id }) => id !== person.id))
  const room = random.pick(rooms)
  const path = `/chat/groups/${room.id}/`
  const send = (who: Person, method: string, path: string, body?: object) => async (place: ChangeContext) => {
    const { status, text } = await place.ask({
      method,
      path,
      cookie: who.cookie,
      ...(body && { headers: json, body: JSON.stringify(body) }),
    })
    if (status >= 500) throw new Error(`${method} ${path} is answered ${status} ${text}`)
  }
  const words = () =>
    createHash('sha256')
      .update(String(random.below(PLENTY)))
      .digest('hex')
  const member = `/users/${person.id}/groups/${encodeURIComponent(room.name)}/`
  const newest = async () => {
    const { rows } = await client.query<{ id: number }>(
      `select id::int from chat_messages where kind = 'groups' and room_id = $1 order by id desc limit 2`,
      [room.id],
    )
    return random.pick(rows)?.id ?? 1
  }
  const changes: Record<string, () => (place: ChangeContext) => Promise<void>> = {
    said: () => send(person, 'POST', `${path}send_message/`, { message: words() }),
    saidByAdmin: () => send(admin, 'POST', `${path}send_message/`, { message: words() }),
    saidMuch: () => send(person, 'POST', `${path}send_message/`, { message: `„${'ä'.repeat(3_900)}“` }),
    read: () => async (place) => send(person, 'POST', `${path}read/`, { message_id: await newest() })(place),
    opened: () => send(person, 'GET', path),
    deleted: () => async (place) => send(admin, 'DELETE', `${path}messages/${await newest()}/`)(place),
    noise: () =>
      send(person, 'PATCH', `${path}settings/`, { noise_level: random.pick(['alert', 'show', 'mute']) }),
    added: () => send(admin, 'PUT', member),
    addedAgain: () => send(admin, 'PUT', member),
    taken: () => send(admin, 'DELETE', member),
    shown: () => send(admin, 'PATCH', `${path}admin_settings/`, { visible: random.chance(0.7) }),
    renamed: () =>
      send(admin, 'PATCH', `/users/${other.id}/username/`, { username: `${other.name}-${words()}` }),
    promoted: () =>
      send(admin, 'PATCH', `/users/${(people[2] as Person).id}/privileges/`, {
        is_admin: random.chance(0.5),
      }),
    direct: () => send(person, 'POST', '/chat/direct/', { user_id: other.id }),
    saidDirect: () => async (place) => {
      const { rows } = await client.query<{ id: number }>(
        'select id from direct_chats where $1 in (user_low, user_high) order by id desc limit 3',
        [person.id],
      )
      const id = random.pick(rows)?.id
      if (id !== undefined)
        await send(person, 'POST', `/chat/direct/${id}/send_message/`, { message: words() })(place)
    },
    group: () => send(admin, 'PUT', `/groups/custom/${words()}/`),
    docRenamed: () => send(admin, 'PUT', `/docs/${doc}/name/`, { name: words() }),
    docStatus: () =>
      send(admin, 'PUT', `/docs/${doc}/status/`, {
        status: random.pick(['Aktiv', 'Aktiv', 'Erledigt', 'Entwurf']),
      }),
    docPublic: () => send(admin, 'PUT', `/docs/${doc}/visibility/public/`, { public: random.chance(0.5) }),
    docGroups: () => send(admin, 'PUT', `/docs/${doc}/visibility/groups/`, { groups: [room.name] }),
    docFields: () => {
      const field = (name: string) => ({ type: 'active', attrs: { name, type: 'textarea' } })
      const names = ['Eins', 'Zwei', 'Drei'].filter(() => random.chance(0.6))
      const content = names.map((name) => ({ type: 'paragraph', content: [field(name)] }))
      const renames = random.chance(0.3) ? { Eins: 'Zwei' } : {}
      return send(admin, 'PATCH', `/docs/${doc}/`, { content: { type: 'process', content }, renames })
    },
    docNew: () => send(admin, 'POST', '/docs/', { name: words() }),
    docReset: () => send(admin, 'POST', `/docs/${doc}/userdata/reset/`),
    filledIn: () =>
      send(person, 'PATCH', `/docs/${doc}/currentuserdata/`, {
        data: { [random.pick(['Eins', 'Zwei', 'Drei'])]: random.pick([words(), '']) },
      }),
    happeningStatus: () =>
      send(admin, 'PATCH', `/happenings/${happening}/`, {
        status: random.pick(['Aktiv', 'Aktiv', 'Erledigt', 'Inaktiv']),
      }),
    recorders: () =>
      send(admin, 'PUT', `/happenings/${happening}/subhappenings/${part}/users/`, {
        user_ids: people.filter(() => random.chance(0.4)).map(({ id }) => id),
      }),
    timeEntered: () =>
      send(random.pick([admin, person]), 'PATCH', `/happenings/${happening}/subhappenings/${part}/time/`, {
        items: [
          {
            timeentry_id: entry,
            ist_von_date: day,
            ist_von_time: `0${random.below(9)}:00:00`,
            ist_bis_date: day,
            ist_bis_time: `1${random.below(9)}:00:00`,
          },
        ],
      }),
    groupRenamed: () => async (place) => {
      const name = `${room.name.split(' ').slice(0, 2).join(' ')} ${words().slice(0, 8)}`
      const path = [room.name, 'rename', name].map(encodeURIComponent).join('/')
      await send(admin, 'PATCH', `/groups/custom/${path}/`)(place)
      room.name = name
    },
    user: () => send(admin, 'POST', '/users/', { username: words() }),
  }
  const name = random.pick(Object.keys(changes))
  return { name: `${name} (${person.name}, ${room.name})`, make: (changes[name] as () => Change['make'])() }
}
