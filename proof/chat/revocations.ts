// A person loses access to a room while others write in it on another node: no later message or edit reaches them.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { cast } from '#demo/cast.ts'
import { type Ask, connectTo, json } from '#measure/ask.ts'
import { insertCrowd, roomPath } from '#measure/crowd.ts'
import { createRandom, type Random } from '#planner-simulator/random.ts'
import { insertSession } from '#server/auth/session-store.ts'
import { hashToken, newToken } from '#server/auth/sessions.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { startNode, testApp } from '#server/testing/app.ts'

const LANES = 3
const TALKERS = 60
/** Messages per person, below the limit per minute however fast the races are. */
const SAYS_EACH = 25
const LATEST_MS = 25
const TIMEOUT_MS = 20_000
const DAY_SECONDS = 86_400
const kinds = ['member', 'hidden', 'deactivated', 'logout', 'password'] as const
const FAREWELLS = [4401, 4403]

type ServerPlace = { ask: Ask; port: number }
type Lane = { victim: number; room: number; name: string; talkers: string[]; said: number }
type RevocationWorld = Awaited<ReturnType<typeof openWorld>>

export async function revoke(count: number, seed: number, onProgress: (line: string) => void = () => {}) {
  const world = await openWorld()
  const told = { races: 0, late: 0 }
  try {
    await Promise.all(
      world.lanes.map(async (lane, place) => {
        const random = createRandom(seed + place)
        while (told.races < count) {
          told.races++
          told.late += await oneRace(world, lane, random)
          if (told.races % 100 === 0) onProgress(`${told.races} races`)
        }
      }),
    )
    return told
  } finally {
    await world.stop()
  }
}

async function openWorld() {
  const here = await testApp()
  const there = await startNode(here.database.connection)
  const client = new pg.Pool({ ...here.database.connection, max: 4 })
  const places: ServerPlace[] = []
  for (const node of [here, there]) {
    const { port } = await node.listen()
    places.push({ port, ...connectTo(port) })
  }
  const { cookie: admin } = await here.as(cast.clara)
  const { people, rooms } = await insertCrowd(client, { people: LANES * TALKERS, rooms: LANES })
  const { rows } = await client.query<{ name: string }>(
    'select name from groups where id = any($1) order by id',
    [rooms],
  )
  const lanes: Lane[] = rooms.map((room, place) => {
    const [victim, ...talkers] = people.slice(place * TALKERS, (place + 1) * TALKERS)
    return {
      victim: victim?.id as number,
      room,
      name: rows[place]?.name as string,
      talkers: talkers.map(({ cookie }) => cookie),
      said: 0,
    }
  })
  return {
    kontor: here.kontor,
    client,
    places,
    admin: admin as string,
    lanes,
    async stop() {
      await client.end()
      await there.stop()
      await here[Symbol.asyncDispose]()
    },
  }
}

/** Returns the number of messages that were sent after the removal. */
async function oneRace(world: RevocationWorld, lane: Lane, random: Random) {
  const kind = random.pick(kinds)
  const [at, from] = random.chance(0.5) ? [0, 1] : [1, 0]
  const [listening, talking] = [world.places[at] as ServerPlace, world.places[from] as ServerPlace]
  const cookie = await letIn(world, lane)
  const isCut = random.chance(0.15)
  const moment = random.below(LATEST_MS)
  const listener = await listen(listening, lane, cookie, random.chance(0.6))
  let isRemoved = false
  let late = 0
  // The text says whether the removal had been acknowledged when the message or edit was sent.
  const word = () => (isRemoved ? 'danach' : 'vorher')
  const talk = Array.from({ length: 2 }, async () => {
    for (let after = 0; after < 4; ) {
      if (isRemoved) after++
      late += isRemoved ? 1 : 0
      await say(world, talking, lane, word, kind)
      await sleep(random.below(6))
    }
  })
  await sleep(moment)
  if (isCut) await cutNews(world)
  await remove(world, talking, lane, cookie, kind)
  isRemoved = true
  await Promise.all(talk)
  const code = await Promise.race([listener.closed, sleep(TIMEOUT_MS, 'never' as const)])
  if (listener.texts.some((text) => text.includes('danach')))
    throw new Error(`${kind}: heard what was said after the removal${isCut ? ' (news cut)' : ''}`)
  if (code !== 'refused' && !FAREWELLS.includes(code as number))
    throw new Error(`${kind}: closed with ${code}`)
  return late
}

/** Restores the state before a race: an active member with a new session, in a visible room. */
async function letIn({ kontor, client, places, admin }: RevocationWorld, { victim, room, name }: Lane) {
  await client.query('delete from chat_messages where room_id = $1', [room])
  await client.query('update users set is_active = true where id = $1', [victim])
  const token = newToken()
  await inTransaction(kontor, async (tx) => {
    await insertSession(tx, hashToken(token), victim, DAY_SECONDS)
    changed(tx, aboutUser(victim))
  })
  const [{ ask }] = places as [ServerPlace]
  const path = `/users/${victim}/groups/${encodeURIComponent(name)}/`
  await done(ask({ method: 'PUT', path, cookie: admin }))
  await show(ask, admin, room, true)
  return `session=${token}`
}

const show = (ask: Ask, cookie: string, room: number, visible: boolean) =>
  done(
    ask({
      method: 'PATCH',
      path: `/chat/groups/${room}/admin_settings/`,
      cookie,
      headers: json,
      body: JSON.stringify({ visible }),
    }),
  )

async function done(answered: ReturnType<Ask>): Promise<string> {
  const { status, text } = await answered
  if (status !== 200) throw new Error(`answered ${status} ${text}`)
  return text
}

async function remove(
  world: RevocationWorld,
  { ask }: ServerPlace,
  lane: Lane,
  cookie: string,
  kind: (typeof kinds)[number],
) {
  const { admin, kontor } = world
  const { victim, room, name } = lane
  if (kind === 'hidden') return show(ask, admin, room, false)
  if (kind === 'logout') return done(ask({ method: 'POST', path: '/auth/logout/', cookie }))
  if (kind === 'member') {
    const path = `/users/${victim}/groups/${encodeURIComponent(name)}/`
    return done(ask({ method: 'DELETE', path, cookie: admin }))
  }
  // Same writes as in the planner's sync and after a new password by an administrator.
  return inTransaction(kontor, async (tx) => {
    if (kind === 'deactivated')
      await tx.updateTable('users').set({ is_active: false }).where('id', '=', victim).execute()
    else await tx.deleteFrom('sessions').where('user_id', '=', victim).execute()
    changed(tx, aboutUser(victim))
  })
}

/** Sends messages and edits every other one. In a hidden room only administrators can write. */
async function say(
  { admin, client }: RevocationWorld,
  { ask }: ServerPlace,
  lane: Lane,
  word: () => string,
  kind: (typeof kinds)[number],
) {
  const place = lane.said++
  const cookie =
    kind === 'hidden' ? admin : (lane.talkers[Math.floor(place / SAYS_EACH) % lane.talkers.length] as string)
  if (kind === 'hidden')
    await client.query(
      `update chat_messages set created_at = now() - interval '2 minutes' where room_id = $1`,
      [lane.room],
    )
  const send = async (method: string, path: string) => {
    const body = JSON.stringify({ message: `${word()} ${method} ${place}` })
    return done(ask({ method, path: `${roomPath(lane.room)}${path}`, cookie, headers: json, body }))
  }
  const { message_id } = JSON.parse(await send('POST', 'send_message/')) as { message_id: number }
  if (place % 2 === 0) await send('PATCH', `messages/${message_id}/`)
}

async function cutNews({ client }: RevocationWorld) {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'kontor news' and datname = current_database()`,
  )
}

/** Opens the room. With `hasList` it waits for the first list, otherwise the race begins during the handshake. */
async function listen({ port }: ServerPlace, { room }: Lane, cookie: string, hasList: boolean) {
  const web = new WebSocket(`ws://127.0.0.1:${port}${roomPath(room)}`, { headers: { cookie } })
  const texts: string[] = []
  let wasRefused = false
  web.on('message', (data: Buffer) => texts.push(data.toString()))
  web.on('error', () => (wasRefused = true))
  const closed = new Promise<number | 'refused'>((tell) =>
    web.once('close', (code) => tell(wasRefused ? 'refused' : code)),
  )
  if (hasList) await new Promise<void>((go) => web.once('message', () => go()))
  return { texts, closed }
}
