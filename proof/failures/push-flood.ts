// Thousands of pushes wait for services that take connections and never answer: how soon a sync begins all the same,
// and what looking for work costs with so many more waiting.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cast } from '#demo/cast.ts'
import { insertCrowd } from '#measure/crowd.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { listDueJobs } from '#server/jobs/store.ts'
import { inTransaction } from '#server/live/news.ts'
import { askNamed } from '#server/outgoing.ts'
import { post } from '#server/push/deliver.ts'
import { notify, PUSH } from '#server/push/notify.ts'
import { testApp } from '#server/testing/app.ts'
import { newDevice } from '#server/testing/devices.ts'

const services = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
const DEVICES_EACH = 20
/** Between two syncs, so that each comes at another moment of what the deliveries do. */
const PAUSE_MS = 500
const LOOKS = 50

type FloodWorld = Awaited<ReturnType<typeof testApp>>

/** Milliseconds from each request for a sync until the planner is asked, and of each look for work. */
export async function floodPushes({ pushes, syncs, more }: { pushes: number; syncs: number; more: number }) {
  await using stub = await silentService()
  await using planner = await countingPlanner()
  await using world = await testApp({ PLANNER_URL: planner.url, PLANNER_TOKEN: 'flood' })
  world.kontor.push = {
    deliver: ({ headers, body }) => post(askNamed, stub.url, { headers, body }),
  }
  // They have answered until now: as many deliveries as there are places will wait for them.
  for (const service of services) world.kontor.breakers.answered(service)
  await letWait(world, pushes)
  while (stub.taken() === 0) await sleep(5)
  const clara = await world.as(cast.clara)
  const beginsMs: number[] = []
  for (let sync = 0; sync < syncs; sync++) {
    const asked = planner.asked()
    const begin = performance.now()
    const { body } = await clara.send('POST', '/users/sync/')
    beginsMs.push((await asked) - begin)
    const path = `/background_result/${String(body['background_result_id'])}/`
    while ((await clara.get(path)).body['result'] === null) await sleep(10)
    await sleep(PAUSE_MS)
  }
  await world.worker.stop()
  const waiting = await countPushes(world)
  if (waiting < pushes) throw new Error(`of ${pushes} pushes only ${waiting} waited until the end`)
  return { beginsMs, waiting, connections: stub.taken(), looksMs: await lookForWork(world, more) }
}

/** One notification for many devices, of many people: the way by which every push comes to wait. */
async function letWait({ kontor, database }: FloodWorld, pushes: number) {
  const client = new pg.Client(database.connection)
  await client.connect()
  const { people } = await insertCrowd(client, { people: Math.ceil(pushes / DEVICES_EACH), rooms: 0 })
  const { keys } = newDevice()
  await client.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
     select user_id, id, 'https://' || ($1::text[])[1 + number % 3] || '/send/flood-' || id || '-' || number, $2, $3
     from sessions, generate_series(1, $4::int) number where user_id = any($5)`,
    [services, keys.p256dh, keys.auth, DEVICES_EACH, people.map(({ id }) => id)],
  )
  await client.end()
  const notification = { title: 'Probe', body: 'Probe', path: '/ui/', tag: 'flood' }
  await inTransaction(kontor, (tx) =>
    notify(
      tx,
      kontor,
      people.map(({ id }) => id),
      notification,
    ),
  )
}

async function countPushes({ kontor }: FloodWorld) {
  const jobs = await kontor.db.selectFrom('jobs').where('kind', '=', PUSH).select('id').execute()
  return jobs.length
}

/** With so many more of one service. */
async function lookForWork({ database }: FloodWorld, more: number): Promise<number[]> {
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(
    `insert into jobs (kind, queue, key, payload) select $1, $2, 'more/' || number, '{}' from generate_series(1, $3::int) number`,
    [PUSH, services[0], more],
  )
  const times: number[] = []
  for (let look = 0; look < LOOKS; look++) {
    const begin = performance.now()
    const due = await listDueJobs(client, Object.keys(jobKinds))
    times.push(performance.now() - begin)
    if (due.length === 0) throw new Error('no work is found although much waits')
  }
  await client.end()
  return times
}

/** Knows nothing and says so; tells when it is asked. */
async function countingPlanner() {
  let next = Promise.withResolvers<number>()
  const server = createHttpServer((_request, response) => {
    next.resolve(performance.now())
    response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked() {
      next = Promise.withResolvers<number>()
      return next.promise
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Takes every connection and says nothing, not even who it is. */
async function silentService() {
  const held = new Set<Socket>()
  let taken = 0
  const server = createServer((socket) => {
    taken++
    held.add(socket)
    socket.on('error', () => {}).on('close', () => held.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`https://127.0.0.1:${port}/one`),
    taken: () => taken,
    async [Symbol.asyncDispose]() {
      for (const socket of held) socket.destroy()
      server.close()
    },
  }
}
