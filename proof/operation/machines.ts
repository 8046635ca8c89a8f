// Three servers behind each balancer of docs/betrieb/mehrere-server/, with HTTPS: nodes are killed while rooms are open,
// and restarted one after the other while people ask, by HTTP/2 as browsers do. Then PgBouncer, and a standby that is
// promoted, as they stand there too.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { insertCrowd, roomPath } from '#measure/crowd.ts'
import { chosen, type Figure, leftOut, singleTimes, type Tell } from '#measure/figures.ts'
import {
  freePort,
  makeDataFolder,
  type RealServer,
  removeDataFolder,
  startServer,
} from '#measure/real-server.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { until } from '#server/testing/until.ts'
import { type BalancerName, balancers, type RunningBalancer, runBalancer } from './balancers.ts'
import { debianPrograms, type Programs } from './debian.ts'
import { askOn, Member } from './members.ts'
import { throughPgBouncer } from './pgbouncer.ts'
import { promoteStandbys } from './standby.ts'

/** Kills, rounds and requests are shared equally among the balancers. */
export type Size = { kills: number; rounds: number; requests: number; promotions: number }
const parts = [...balancers, 'pgbouncer', 'standby'] as const

const NODES = 3
const MEMBERS = 60
const ASKERS = 20
/** Enough that nobody says more than thirty things a minute, however fast they are asked. */
const SPEAKERS = 300
const BACK_MS = 2_000
const DRAIN_SECONDS = 4
/** A machine with little to spare takes its time until it serves. */
const PATIENCE_MS = 300_000

/** `only`: one balancer, or `pgbouncer`, or `standby`. */
export async function proveMachines(
  size: Size,
  { only, tell }: { only: string | undefined; tell: Tell },
): Promise<Figure[]> {
  const wanted = chosen(only === undefined ? [] : [only], Object.fromEntries(parts.map((part) => [part, 1])))
  const programs = await debianPrograms()
  try {
    const figures: Figure[] = []
    for (const name of balancers)
      if (wanted.includes(name)) figures.push(...(await behind(name, programs, shareOf(size), tell)))
    if (wanted.includes('pgbouncer')) figures.push(...(await throughPgBouncer(programs, tell)))
    if (wanted.includes('standby')) figures.push(...(await promoteStandbys(size.promotions, tell)))
    return figures
  } finally {
    await programs.remove()
  }
}

function shareOf({ kills, rounds, requests }: Size) {
  const [killed, restarted, asked] = [kills, rounds, requests].map((all) => Math.ceil(all / balancers.length))
  return { kills: killed as number, rounds: restarted as number, requests: asked as number }
}

async function behind(
  name: BalancerName,
  programs: Programs,
  { kills, rounds, requests }: ReturnType<typeof shareOf>,
  tell: Tell,
) {
  const port = await freePort()
  await using nodes = await runNodes({
    PUBLIC_URL: `https://localhost:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const balancer = await runBalancer(programs, name, nodes.ports, port)
  if (!balancer) return [leftOut(`${name}, neither installed nor to be had`)]
  try {
    const killed = await killNodes(balancer, nodes, kills, tell)
    return [...killed, ...(await restartInTurn(balancer, nodes, { rounds, requests }, tell))]
  } finally {
    tell(`${name}: ${balancer.said()}`)
    await balancer.stop()
  }
}

type Nodes = Awaited<ReturnType<typeof runNodes>>

/** On one database, with people who are in one room. */
async function runNodes(settings: Record<string, string>) {
  const database = await freshDatabase()
  const folders = Array.from({ length: NODES }, makeDataFolder)
  const ports: number[] = []
  for (const _ of folders) ports.push(await freePort())
  const running: (RealServer | undefined)[] = []
  const start = async (place: number) => {
    running[place] = await startServer({
      dataDir: folders[place] as string,
      port: ports[place] as number,
      environment: { ...settings, DATABASE_URL: database.url, DRAIN_SECONDS: String(DRAIN_SECONDS) },
    })
  }
  for (const place of folders.keys()) await start(place)
  const client = new pg.Client(database.connection)
  await client.connect()
  const { people, rooms } = await insertCrowd(client, { people: MEMBERS + SPEAKERS, rooms: 2 })
  await client.end()
  const cookies = people.map(({ cookie }) => cookie)
  const [quiet, loud] = rooms.map(roomPath) as [string, string]
  return {
    ports,
    start,
    node: (place: number) => running[place] as RealServer,
    /** The balancer has found it: people are sent there. */
    async isFound(place: number) {
      const { ask } = running[place] as RealServer
      for (const begin = performance.now(); performance.now() - begin < PATIENCE_MS; await sleep(50)) {
        const { text } = await ask({ method: 'GET', path: '/metrics' })
        if (/^kontor_http_requests_total\{.*route="\/(users|chat)\//m.test(text)) return
      }
      throw new Error('nobody is sent to a node that is there again')
    },
    members: (port: number) => cookies.slice(SPEAKERS).map((cookie) => new Member(port, quiet, cookie)),
    ask: (port: number, everyMs: number) =>
      askOn({ port, cookies: cookies.slice(0, SPEAKERS), room: loud, askers: ASKERS, everyMs }),
    async [Symbol.asyncDispose]() {
      for (const server of running) await server?.kill('server')
      for (const folder of folders) await removeDataFolder(folder)
      await database.drop()
    },
  }
}

/** Kill -9, one at a time; the next goes when everybody is back and the node too. */
async function killNodes(
  { name, port }: RunningBalancer,
  nodes: Nodes,
  kills: number,
  tell: Tell,
): Promise<Figure[]> {
  const members = nodes.members(port)
  const asking = nodes.ask(port, 100)
  const untilAllThere: number[] = []
  let lost = 0
  try {
    await untilThere(members, 'everybody has the room open')
    for (let kill = 0; kill < kills; kill++) {
      const before = members.map(({ away }) => away.length)
      await nodes.node(kill % NODES).kill('server')
      await untilThere(members, 'everybody is back')
      const away = members.flatMap((member, place) => member.away.slice(before[place]))
      lost += away.length
      untilAllThere.push(Math.max(0, ...away))
      await nodes.start(kill % NODES)
      await nodes.isFound(kill % NODES)
    }
  } finally {
    for (const member of members) member.leave()
    await asking.end()
  }
  for (const line of asking.failed) tell(`${name}, killed: ${line}`)
  return [
    {
      figure: `${name}: node killed, until all are back`,
      ...singleTimes(untilAllThere),
    },
    {
      figure: `${name}: the longest of these`,
      value: Math.round(Math.max(...untilAllThere)),
      unit: 'ms',
      n: lost,
      goal: BACK_MS,
    },
    {
      figure: `${name}: looks that failed beside a kill`,
      value: asking.failed.filter((line) => line.startsWith('GET')).length,
      unit: 'requests',
      n: asking.asked(),
      goal: 0,
    },
    {
      figure: `${name}: messages cut off with their node`,
      value: asking.failed.filter((line) => line.startsWith('POST')).length,
      unit: 'requests',
      n: asking.asked(),
    },
  ]
}

/** All nodes one after the other, each with SIGTERM as its service would, so many times; nobody may notice. */
async function restartInTurn(
  { name, port }: RunningBalancer,
  nodes: Nodes,
  { rounds, requests }: { rounds: number; requests: number },
  tell: Tell,
): Promise<Figure[]> {
  const members = nodes.members(port)
  await untilThere(members, 'everybody has the room open')
  const before = members.map(({ away }) => away.length)
  // Spread over the time that the restarts take, as far as it can be known.
  const asking = nodes.ask(port, (rounds * NODES * 9_000 * ASKERS) / requests / 2)
  for (let round = 0; round < rounds; round++)
    for (let place = 0; place < NODES; place++) {
      await nodes.node(place).stop()
      await nodes.start(place)
      await nodes.isFound(place)
    }
  await until(() => asking.asked() >= requests, 'they have asked', { patienceMs: PATIENCE_MS })
  await untilThere(members, 'everybody is back')
  await asking.end()
  const away = members.flatMap((member, place) => member.away.slice(before[place]))
  for (const member of members) member.leave()
  for (const line of asking.failed) tell(`${name}, restarted: ${line}`)
  return [
    {
      figure: `${name}: ${rounds} rolling restarts, failed`,
      value: asking.failed.length,
      unit: 'requests',
      n: asking.asked(),
      goal: 0,
    },
    {
      figure: `${name}: a room away meanwhile, at most`,
      value: Math.round(Math.max(0, ...away)),
      unit: 'ms',
      n: away.length,
      goal: BACK_MS,
    },
  ]
}

const untilThere = (members: readonly Member[], what: string) =>
  until(() => members.every(({ isThere }) => isThere), what, { patienceMs: PATIENCE_MS })
