// Sends many wrong logins, while a colleague logs in from an address that the server knows. The server has the
// first core for itself; the crowd is a process of its own on the other core, at the lowest priority.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ask, connectTo } from '#measure/ask.ts'
import { type Helper, startHelper } from '#measure/child.ts'
import { clientCore, measuredCore } from '#measure/cores.ts'
import { type Figure, type ReportProgress, singleTimes } from '#measure/figures.ts'
import { admin, tryLogIn } from '#measure/log-in.ts'
import { freePort, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import type { Crowd, CrowdOrder } from './login-attackers.ts'

type LoginAttack = Omit<Crowd, 'port'> & { goalMs: number; lateShare: number }

/** `lateShare`: share of the colleague's logins that may take longer than `goalMs`. */
const attacks: LoginAttack[] = [
  { connections: 20, from: 'one network', goalMs: 1_000, lateShare: 0 },
  { connections: 40, from: 'one network', goalMs: 1_000, lateShare: 0 },
  { connections: 40, from: '1,000 addresses', goalMs: 5_000, lateShare: 0.05 },
]

/** The address from which the colleague has logged in before. */
const office = { headers: { 'x-forwarded-for': '203.0.113.7' } }
/** Time limit of an attack: logins that are not tried by then count as late. */
const LONGEST_MS = 240_000

/** Measures the colleague's logins during each attack, and counts those that take too long. */
export async function loginUnderFire(tries: number, tell: ReportProgress): Promise<Figure[]> {
  const figures: Figure[] = []
  const attackers = await startHelper(new URL('login-attackers.ts', import.meta.url), [
    'nice',
    '-n',
    '19',
    ...clientCore,
  ])
  try {
    for (const attack of attacks) {
      // Each attack gets a new server, so that the limits spent by the attack before it do not count.
      await using server = await startAttacked()
      figures.push(...(await during(server.port, attack, { attackers, tries, tell })))
    }
    return figures
  } finally {
    await attackers.stop()
  }
}

async function startAttacked() {
  const dataDir = makeDataFolder()
  const port = await freePort()
  const server = await startServer({ dataDir, port, prefix: measuredCore, limited: true })
  return {
    port,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await removeDataFolder(dataDir)
    },
  }
}

async function during(
  port: number,
  { goalMs, lateShare, ...crowd }: LoginAttack,
  { attackers, tries, tell }: { attackers: Helper; tries: number; tell: ReportProgress },
): Promise<Figure[]> {
  const name = `${crowd.connections} from ${crowd.from}`
  const { ask, close } = connectTo(port)
  const calm: number[] = []
  for (let done = 0; done < Math.min(tries, 15); done++) calm.push((await tryToGetIn(ask)).ms)

  await attackers.order({ begin: { port, ...crowd } } satisfies CrowdOrder)
  const over = performance.now() + LONGEST_MS
  await sleep(1_000)
  const meanwhile: number[] = []
  let late = 0
  for (let done = 0; done < tries; done++) {
    const { ms, isIn } = performance.now() < over ? await tryToGetIn(ask) : { ms: goalMs, isIn: false }
    meanwhile.push(ms)
    if (!isIn || ms > goalMs) late++
  }
  const wrong = await attackers.order<number>({ end: true } satisfies CrowdOrder)
  close()
  tell(`${name}: ${wrong} wrong logins meanwhile`)
  return [
    { figure: `login in the calm before ${name}`, ...singleTimes(calm) },
    { figure: `login during ${name}`, ...singleTimes(meanwhile) },
    {
      figure: `of these not in within ${goalMs / 1_000} s`,
      value: late,
      unit: 'logins',
      n: tries,
      goal: Math.floor(tries * lateShare),
    },
  ]
}

async function tryToGetIn(ask: Ask) {
  const begin = performance.now()
  const { status } = await tryLogIn(ask, admin, office)
  const ms = performance.now() - begin
  await sleep(50)
  return { ms, isIn: status === 200 }
}
