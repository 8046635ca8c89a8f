// Random changes on two servers, and meanwhile people who ask both for their lists of chats, for the dot of unread
// ones and for one of the other lists: what comes from memory is what the database says at some moment between the
// question and its answer. The server that a change was made on knows it with its answer, the other one soon; also
// while its news are cut. What the database says of the other lists a third server tells, which receives no news and
// so keeps nothing.
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { ChatKind } from '#contract/chat.ts'
import { cast } from '#demo/cast.ts'
import { type Ask, connectTo } from '#measure/ask.ts'
import { type Random, seeded } from '#planner-simulator/random.ts'
import type { Caller } from '#server/caller.ts'
import { listRoomsOfDatabase } from '#server/chat/list-rooms.ts'
import { unreadFor } from '#server/chat/room-lists-store.ts'
import type { Database } from '#server/db/connect.ts'
import { maySee } from '#server/docs/may-see-store.ts'
import { maySeeHappening } from '#server/happenings/may-see-store.ts'
import { viewer } from '#server/happenings/read-happenings.ts'
import { limits } from '#server/http/limits/limits.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { CHANNEL } from '#server/live/news.ts'
import { VERSION } from '#server/live/payloads.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { startStandIn, type TestBroker } from '#server/testing/stand-in-broker.ts'
import { until } from '#server/testing/until.ts'
import { listGroupsOf } from '#server/users/store.ts'
import { changeOf, listsOf, type Person, PLENTY, people, thingsOf } from './history-changes.ts'

/** Changes of one history. */
const STEPS = 4
const ROOMS = 3
/** After so many tries in vain the other server will never know it. */
const TRIES = 2_000
/** `had`: what was answered last to a person and a question, as an app keeps it. */
type Place = {
  ask: Ask
  close(): void
  find(cookie: string): Promise<Caller | undefined>
  had: Map<string, { tag: string; text: string }>
}
type World = Awaited<ReturnType<typeof openWorld>>

/** News that change nothing: they come after all that were told before. */
const nobody = aboutUser(0)
const aboutNobody = JSON.stringify({ v: VERSION, by: 'the proof', facts: [nobody] })

/**
 * `kept`: the most that the servers have kept at the end of one. `late`: for how long the other server went on with
 * what was no longer so, in ms, where its news were not cut.
 */
type HistoryReport = { histories: number; answers: number; kept: number; cuts: number; late: number[] }

export async function liveThrough(
  count: number,
  seed: number,
  onProgress: (line: string) => void = () => {},
  { byBroker = false } = {},
): Promise<HistoryReport> {
  const random = seeded(seed)
  const world = await openWorld(byBroker ? await startStandIn() : undefined)
  const report: HistoryReport = { histories: 0, answers: 0, kept: 0, cuts: 0, late: [] }
  try {
    for (; report.histories < count; report.histories++) {
      for (let step = 0; step < STEPS; step++) await oneStep(world, random, report)
      report.kept = Math.max(report.kept, world.kept())
      if (report.histories % 200 === 199) onProgress(`${report.histories + 1} histories`)
    }
    return report
  } finally {
    await world.stop()
  }
}

/** With a broker what is said and read goes over that. */
async function openWorld(broker?: TestBroker) {
  const { messages } = limits.stored
  const unhurried = {
    ...limits,
    rates: Object.fromEntries(
      Object.entries(limits.rates).map(([name, rate]) => [name, { ...rate, most: PLENTY }]),
    ) as typeof limits.rates,
    paces: { requests_a_second: { most: PLENTY, seconds: 1 } },
    stored: { ...limits.stored, messages: { ...messages, most: PLENTY } },
  }
  const settings = broker ? { NEWS_URL: broker.url } : {}
  const here = await testApp(settings, { limits: unhurried })
  const there = await startNode(here.database.connection, settings, { limits: unhurried })
  const apart = await startNode(here.database.connection, {}, { limits: unhurried })
  await apart.kontor.news.stop()
  const allHear = () => [here, there].every(({ served: { news } }) => news.isHearing)
  if (broker) while (!allHear()) await sleep(5)
  const places: Place[] = []
  for (const { app } of [here, there]) {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    places.push({ ...connectTo(port), find: (cookie) => app.sessions.find(cookie), had: new Map() })
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
  const things = await thingsOf(client)
  const news = [here, there].map(({ served }) => served.news)
  const heard = news.map(() => 0)
  for (const [nr, one] of news.entries()) {
    const hear = () => (heard[nr] = (heard[nr] ?? 0) + 1)
    // Cut on their way they are lost, and the server knows it.
    one.listen({ changed: (fact) => fact === nobody && hear(), lost: hear })
  }
  return {
    kontor: here.kontor,
    apart,
    broker,
    things,
    client,
    places,
    people: known,
    admin,
    rooms,
    /** What the servers keep just now: nothing, where the last step has cut their news. */
    kept: () =>
      [here, there].reduce(
        (sum, { served: { chats, lists } }) => sum + chats.kept.entries + lists.kept.entries,
        0,
      ),
    /** Both know what has been changed so far, or that they hear nothing: a slow machine brings news late. */
    async settled() {
      const asOf = [...heard]
      await client.query('select pg_notify($1, $2)', [CHANNEL, aboutNobody])
      await until(
        () => news.every((one, nr) => !one.isListening || (heard[nr] ?? 0) > (asOf[nr] ?? 0)),
        'the news are with both servers',
      )
    },
    async stop() {
      for (const place of places) place.close()
      await client.end()
      await there.stop()
      await apart.stop()
      await here[Symbol.asyncDispose]()
      await broker?.stop()
    },
  }
}

/** One change, and questions of two people before, beside and after it. */
async function oneStep(world: World, random: Random, report: HistoryReport) {
  const [at, from] = random.chance(0.5) ? [0, 1] : [1, 0]
  const [here, there] = [world.places[at] as Place, world.places[from] as Place]
  const list = random.pick(listsOf(world.things))
  const asking = [random.pick(world.people), random.pick(world.people)].map((person) => ({ ...person, list }))
  const change = changeOf(world, random)
  const isCut = random.chance(0.05)
  if (isCut) {
    report.cuts++
    if (world.broker && random.chance(0.5)) world.broker.cut()
    await world.client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kontor news' and datname = current_database() and random() < 0.7`,
    )
  }
  await world.settled()
  const before = await Promise.all(asking.map((person) => truth(world, person)))
  const beside = Array.from({ length: 2 + random.below(3) }, () => random.below(asking.length))
  const [during] = await Promise.all([
    Promise.all(beside.map((who) => answers(random.pick([here, there]), asking[who] as Asking))),
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

type Asking = Person & { list: string }
type Answers = readonly [groups: unknown, direct: unknown, current: unknown, list: unknown]

const HAPPENINGS = '/happenings/?with_teams'
const DOCS = '/docs/?order_by'

async function answers(place: Place, { cookie, list }: Asking): Promise<Answers> {
  const [groups, direct, current, listed] = await Promise.all(
    ['/chat/groups/', '/chat/direct/', '/users/current/', list].map(async (path) => {
      const { status, text } = await askAgain(place, path, cookie)
      // Who may not see a list is told so, also where that changes meanwhile.
      if (path === list && (status === 403 || status === 404)) return status
      if (status !== 200) throw new Error(`${path} is answered ${status} ${text}`)
      return JSON.parse(text) as unknown
    }),
  )
  const { groups: own, unread_chats, is_admin } = current as Record<string, unknown>
  return [groups, direct, { groups: own, unread_chats, is_admin }, listed]
}

/** As the app does: with the tag of what it has. Each second time without, as whoever keeps nothing. */
async function askAgain({ ask, had }: Place, path: string, cookie: string) {
  const key = `${cookie} ${path}`
  const before = had.get(key)
  had.delete(key)
  const headers = before && { 'if-none-match': before.tag }
  const {
    status,
    text,
    headers: answered,
  } = await ask({ method: 'GET', path, cookie, ...(headers && { headers }) })
  if (before && status === 304) return { status: 200, text: before.text }
  if (!before && status === 200 && answered.etag) had.set(key, { tag: answered.etag, text })
  return { status, text }
}

/** As the database says it. */
async function truth({ kontor, places, apart }: World, { cookie, list: path }: Asking): Promise<Answers> {
  const by = (await places[0]?.find(cookie)) as Caller
  const caller = { ...by, is_admin: await isAdminNow(kontor.db, by.id) }
  const list = (kind: ChatKind) => listRoomsOfDatabase(kontor, caller, kind, { show_hidden: false })
  const [groups, direct, own, unread] = await Promise.all([
    list('groups'),
    list('direct'),
    listGroupsOf(kontor.db, by.id),
    unreadFor(kontor.db, caller),
  ])
  const unread_chats = unread.some((room) => room.unread)
  const { statusCode, payload } = await apart.app.inject({ method: 'GET', url: path, headers: { cookie } })
  const listed = statusCode === 200 ? (JSON.parse(payload) as unknown) : statusCode
  await requireSeen(kontor, caller, path, listed)
  return [groups, direct, { groups: own, unread_chats, is_admin: caller.is_admin }, listed]
}

/** Nobody is shown what the rule for one person and one thing, which the lists do not use, keeps from them. */
async function requireSeen(kontor: Kontor, by: Caller, path: string, listed: unknown) {
  const shown = ((listed as { items?: { id: number }[] }).items ?? []).map(({ id }) => id)
  const { db } = kontor
  const seen = path.startsWith(DOCS)
    ? await db.selectFrom('docs').where(maySee(by)).select('id').orderBy('id').execute()
    : path.startsWith(HAPPENINGS) && typeof listed === 'object'
      ? await db
          .selectFrom('happenings')
          .where(maySeeHappening(viewer(kontor, by)))
          .select('id')
          .orderBy('id')
          .execute()
      : undefined
  // Long histories make more of them than a page has.
  const most = Number(/per_page=(\d+)/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY)
  const ids = seen?.slice(0, most).map(({ id }) => id)
  if (ids && !isDeepStrictEqual(shown, ids))
    throw new Error(`${path} shows ${JSON.stringify(shown)} instead of ${JSON.stringify(ids)}`)
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

async function untilSame(place: Place, asking: Asking[], right: Answers[], when: string) {
  for (const [who, person] of asking.entries()) {
    let given: Answers | undefined
    let tries = 0
    do given = await answers(place, person)
    while (!isDeepStrictEqual(given, right[who]) && ++tries < TRIES)
    if (tries >= TRIES) requireOneOf(given, [right[who]], `long after ${when}, on the other server`)
  }
}
