// Random changes on two servers, and meanwhile people who ask both for their lists of chats and for the dot of unread
// ones: what comes from memory is what the database says at some moment between the question and its answer. The server
// that a change was made on knows it with its answer, the other one soon; also while its news are cut.
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { ChatKind } from '#contract/chat.ts'
import { cast } from '#demo/cast.ts'
import { type Ask, connectTo, json } from '#measure/ask.ts'
import { type Random, seeded } from '#planner-simulator/random.ts'
import type { Caller } from '#server/caller.ts'
import { listRoomsOfDatabase } from '#server/chat/list-rooms.ts'
import { unreadFor } from '#server/chat/room-lists-store.ts'
import type { Database } from '#server/db/connect.ts'
import { limits } from '#server/http/limits.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { listGroupsOf } from '#server/users/store.ts'

/** Changes of one history. */
const STEPS = 4
const ROOMS = 3
const PLENTY = 1_000_000
/** After so many tries in vain the other server will never know it. */
const TRIES = 2_000
const people = ['anna', 'bruno', 'elif', 'clara'] as const
type Name = (typeof people)[number]
type Person = { name: Name; id: number; cookie: string }
type Place = { ask: Ask; close(): void; find(cookie: string): Promise<Caller | undefined> }
type World = Awaited<ReturnType<typeof openWorld>>

/** `late`: for how long the other server went on with what was no longer so, in ms, where its news were not cut. */
export type HistoryReport = { histories: number; answers: number; kept: number; cuts: number; late: number[] }

export async function liveThrough(
  count: number,
  seed: number,
  onProgress: (line: string) => void = () => {},
): Promise<HistoryReport> {
  const random = seeded(seed)
  const world = await openWorld()
  const report: HistoryReport = { histories: 0, answers: 0, kept: 0, cuts: 0, late: [] }
  try {
    for (; report.histories < count; report.histories++) {
      for (let step = 0; step < STEPS; step++) await oneStep(world, random, report)
      if (report.histories % 200 === 199) onProgress(`${report.histories + 1} histories`)
    }
    report.kept = world.kept()
    return report
  } finally {
    await world.stop()
  }
}

async function openWorld() {
  const { messages } = limits.stored
  const unhurried = {
    ...limits,
    rates: Object.fromEntries(
      Object.entries(limits.rates).map(([name, rate]) => [name, { ...rate, most: PLENTY }]),
    ) as typeof limits.rates,
    stored: { ...limits.stored, messages: { ...messages, most: PLENTY } },
  }
  const here = await testApp({}, { limits: unhurried })
  const there = await startNode(here.database.connection, {}, { limits: unhurried })
  const places: Place[] = []
  for (const { app } of [here, there]) {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    places.push({ ...connectTo(port), find: (cookie) => app.sessions.find(cookie) })
  }
  const client = new pg.Client(here.database.connection)
  await client.connect()
  const known: Person[] = []
  for (const name of people) {
    const { cookie = '' } = await here.as(cast[name])
    known.push({ name, id: await here.userId(cast[name]), cookie })
  }
  const rooms: { id: number; name: string }[] = []
  const [{ ask }] = places as [Place]
  const admin = known.find(({ name }) => name === 'clara') as Person
  for (let nr = 0; nr < ROOMS; nr++) {
    const name = `Runde ${nr}`
    await ask({ method: 'PUT', path: `/groups/custom/${encodeURIComponent(name)}/`, cookie: admin.cookie })
    const { rows } = await client.query<{ id: number }>('select id from groups where name = $1', [name])
    rooms.push({ id: rows[0]?.id as number, name })
  }
  return {
    kontor: here.kontor,
    client,
    places,
    people: known,
    admin,
    rooms,
    /** What the servers keep in the end. */
    kept: () => here.kontor.chats.kept.entries + there.kontor.chats.kept.entries,
    async stop() {
      for (const place of places) place.close()
      await client.end()
      await there.stop()
      await here[Symbol.asyncDispose]()
    },
  }
}

/** One change, and questions of two people before, beside and after it. */
async function oneStep(world: World, random: Random, report: HistoryReport) {
  const [at, from] = random.chance(0.5) ? [0, 1] : [1, 0]
  const [here, there] = [world.places[at] as Place, world.places[from] as Place]
  const asking = [random.pick(world.people), random.pick(world.people)]
  const change = changeOf(world, random)
  const isCut = random.chance(0.05)
  if (isCut) {
    report.cuts++
    await world.client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kontor news' and datname = current_database() and random() < 0.7`,
    )
  }
  const before = await Promise.all(asking.map((person) => truth(world, person)))
  const beside = Array.from({ length: 2 + random.below(3) }, () => random.below(asking.length))
  const [during] = await Promise.all([
    Promise.all(beside.map((who) => answers(random.pick([here, there]), asking[who] as Person))),
    change.make(here),
  ])
  const acknowledged = performance.now()
  const now = await Promise.all(asking.map((person) => answers(here, person)))
  const after = await Promise.all(asking.map((person) => truth(world, person)))
  for (const [nr, answer] of during.entries()) {
    const who = beside[nr] as number
    for (const [part, given] of answer.entries())
      requireOneOf(given, [before[who]?.[part], after[who]?.[part]], `beside ${change.name}`)
  }
  for (const [who, answer] of now.entries())
    for (const [part, given] of answer.entries())
      requireOneOf(
        given,
        [after[who]?.[part]],
        `after ${change.name}, on its server${isCut ? ' (news cut)' : ''}`,
      )
  await untilSame(there, asking, after, change.name)
  if (!isCut) report.late.push(performance.now() - acknowledged)
  report.answers += during.length + now.length + asking.length
}

type Answers = readonly [groups: unknown, direct: unknown, current: unknown]

async function answers({ ask }: Place, { cookie }: Person): Promise<Answers> {
  const [groups, direct, current] = await Promise.all(
    ['/chat/groups/', '/chat/direct/', '/users/current/'].map(async (path) => {
      const { status, text } = await ask({ method: 'GET', path, cookie })
      if (status !== 200) throw new Error(`${path} is answered ${status} ${text}`)
      return JSON.parse(text) as unknown
    }),
  )
  const { groups: own, unread_chats, is_admin } = current as Record<string, unknown>
  return [groups, direct, { groups: own, unread_chats, is_admin }]
}

/** As the database says it. */
async function truth({ kontor, places }: World, { cookie }: Person): Promise<Answers> {
  const by = (await places[0]?.find(cookie)) as Caller
  const caller = { ...by, is_admin: await isAdminNow(kontor.db, by.id) }
  const list = (kind: ChatKind) => listRoomsOfDatabase(kontor, caller, kind, { show_hidden: false })
  const [groups, direct, own, unread] = await Promise.all([
    list('groups'),
    list('direct'),
    listGroupsOf(kontor.db, by.id),
    unreadFor(kontor.db, by.id),
  ])
  const unread_chats = unread.some((room) => room.unread)
  return [groups, direct, { groups: own, unread_chats, is_admin: caller.is_admin }]
}

async function isAdminNow(db: Database, id: number): Promise<boolean> {
  const { is_admin } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select('is_admin')
    .executeTakeFirstOrThrow()
  return is_admin
}

function requireOneOf(given: unknown, right: unknown[], when: string) {
  if (right.some((one) => isDeepStrictEqual(given, one))) return
  throw new Error(`${when}: answered ${JSON.stringify(given)} instead of ${JSON.stringify(right)}`)
}

async function untilSame(place: Place, asking: Person[], right: Answers[], when: string) {
  for (const [who, person] of asking.entries()) {
    let given: Answers | undefined
    let tries = 0
    do given = await answers(place, person)
    while (!isDeepStrictEqual(given, right[who]) && ++tries < TRIES)
    if (tries >= TRIES) requireOneOf(given, [right[who]], `long after ${when}, on the other server`)
  }
}

type Change = { name: string; make(place: Place): Promise<void> }

function changeOf(world: World, random: Random): Change {
  const { people, admin, rooms, client } = world
  const person = random.pick(people)
  const other = random.pick(people.filter(({ id }) => id !== person.id))
  const room = random.pick(rooms)
  const path = `/chat/groups/${room.id}/`
  const send = (who: Person, method: string, path: string, body?: object) => async (place: Place) => {
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
  const changes: Record<string, () => (place: Place) => Promise<void>> = {
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
  }
  const name = random.pick(Object.keys(changes))
  return { name: `${name} (${person.name}, ${room.name})`, make: (changes[name] as () => Change['make'])() }
}
