// Makes random changes on two servers, while people poll both for their chats, their unread dot and one other
// list, with the ETags they have. Every answer (304 included) must equal the state of the database at some time
// between the request and its answer. The server that made a change must show it at once; the other one soon,
// even if its news are late or cut. The expected content of the other lists comes from a third server, which
// receives no news and so caches nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { cast } from '#demo/cast.ts'
import { connectTo } from '#measure/ask.ts'
import { createRandom, type Random } from '#planner-simulator/random.ts'
import { aboutUser } from '#server/live/facts.ts'
import { CHANNEL } from '#server/live/news.ts'
import { FORMAT_VERSION } from '#server/live/payloads.ts'
import { lenientLimits, startNode, testApp } from '#server/testing/app.ts'
import { until } from '#server/testing/until.ts'
import { type Answers, type Asking, answers, type NodeClient, truth } from './history-answers.ts'
import { changeOf, letThingsWait, listsOf, type Person, PLENTY, people, thingsOf } from './history-changes.ts'

/** Changes of one history. */
const STEPS = 4
const ROOMS = 3
/** Requests beside a change are sent within this time, in ms. */
const BESIDE_MS = 15
/** After this many tries, the other server counts as wrong for good. */
const TRIES = 2_000
type World = Awaited<ReturnType<typeof openWorld>>

/** A notification that changes nothing. Once it has arrived, all earlier notifications have, too. */
const nobody = aboutUser(0)
const aboutNobody = JSON.stringify({ v: FORMAT_VERSION, by: 'the proof', facts: [nobody] })

/** `late`: how long the other server still gave old answers, in ms, for changes whose news were not cut. */
type HistoryReport = { histories: number; answers: number; cuts: number; late: number[] }

export async function liveThrough(
  count: number,
  seed: number,
  onProgress: (line: string) => void = () => {},
): Promise<HistoryReport> {
  const random = createRandom(seed)
  const world = await openWorld()
  const report: HistoryReport = { histories: 0, answers: 0, cuts: 0, late: [] }
  try {
    for (; report.histories < count; report.histories++) {
      for (let step = 0; step < STEPS; step++) await oneStep(world, random, report)
      if (report.histories % 200 === 199) onProgress(`${report.histories + 1} histories`)
    }
    return report
  } finally {
    await world.stop()
  }
}

async function openWorld() {
  const { stored } = lenientLimits
  const limits = { ...lenientLimits, stored: { ...stored, messages: { ...stored.messages, most: PLENTY } } }
  const here = await testApp({}, { limits })
  const there = await startNode(here.database.connection, {}, { limits })
  const uncachedServer = await startNode(here.database.connection, {}, { limits })
  await uncachedServer.kontor.news.stop()
  const places: NodeClient[] = []
  for (const node of [here, there]) {
    const { port } = await node.listen()
    places.push({
      ...connectTo(port),
      find: (cookie) => node.app.sessions.find(cookie),
      lastAnswers: new Map(),
    })
  }
  const client = new pg.Client(here.database.connection)
  await client.connect()
  const known: Person[] = []
  for (const name of people) {
    const { cookie = '' } = await here.as(cast[name])
    known.push({ name, id: await here.userId(cast[name]), cookie })
  }
  const rooms: { id: number; name: string }[] = []
  const [{ ask }] = places as [NodeClient]
  const admin = known.find(({ name }) => name === 'clara') as Person
  for (let nr = 0; nr < ROOMS; nr++) {
    const name = `Runde ${nr}`
    await ask({ method: 'PUT', path: `/groups/custom/${encodeURIComponent(name)}/`, cookie: admin.cookie })
    const { rows } = await client.query<{ id: number }>('select id from groups where name = $1', [name])
    rooms.push({ id: rows[0]?.id as number, name })
  }
  const things = await thingsOf(client)
  await letThingsWait(client, things)
  const news = [here, there].map(({ served }) => served.news)
  const heard = news.map(() => 0)
  for (const [nr, one] of news.entries()) {
    const hear = () => (heard[nr] = (heard[nr] ?? 0) + 1)
    // After a cut the server knows that notifications are missing, and `lost` is called instead.
    one.listen({ changed: (fact) => fact === nobody && hear(), lost: hear })
  }
  return {
    kontor: here.kontor,
    uncachedServer,
    things,
    client,
    places,
    people: known,
    admin,
    rooms,
    /** Waits until both servers have received all notifications so far, or know that they receive none. */
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
      await uncachedServer.stop()
      await here[Symbol.asyncDispose]()
    },
  }
}

/** One change, with reads of two people before, during and after it. */
async function oneStep(world: World, random: Random, report: HistoryReport) {
  const [at, from] = random.chance(0.5) ? [0, 1] : [1, 0]
  const [here, there] = [world.places[at] as NodeClient, world.places[from] as NodeClient]
  const list = random.pick(listsOf(world.things))
  const asking = [random.pick(world.people), random.pick(world.people)].map((person) => ({ ...person, list }))
  const change = changeOf(world, random)
  const isCut = random.chance(0.05)
  if (isCut) {
    report.cuts++
    await world.client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kontor news' and datname = current_database() and random() < 0.7`,
    )
  }
  await world.settled()
  const before = await Promise.all(asking.map((person) => truth(world, person)))
  const beside = Array.from({ length: 2 + random.below(3) }, () => ({
    who: random.below(asking.length),
    place: random.pick([here, there]),
    ms: random.below(BESIDE_MS),
  }))
  const [during] = await Promise.all([
    Promise.all(
      beside.map(({ who, place, ms }) => sleep(ms).then(() => answers(place, asking[who] as Asking))),
    ),
    change.make(here),
  ])
  const acknowledged = performance.now()
  const now = await Promise.all(asking.map((person) => answers(here, person)))
  const after = await Promise.all(asking.map((person) => truth(world, person)))
  for (const [nr, answer] of during.entries()) {
    const { who } = beside[nr] as (typeof beside)[number]
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

function requireOneOf(given: unknown, right: unknown[], when: string) {
  if (right.some((one) => isDeepStrictEqual(given, one))) return
  throw new Error(`${when}: answered ${JSON.stringify(given)} instead of ${JSON.stringify(right)}`)
}

async function untilSame(place: NodeClient, asking: Asking[], right: Answers[], when: string) {
  for (const [who, person] of asking.entries()) {
    let given: Answers | undefined
    let tries = 0
    do given = await answers(place, person)
    while (!isDeepStrictEqual(given, right[who]) && ++tries < TRIES)
    if (tries >= TRIES) requireOneOf(given, [right[who]], `long after ${when}, on the other server`)
  }
}
