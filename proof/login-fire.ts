// A crowd of wrong logins from outside, and a colleague who wants in meanwhile, from where they have been before.
import { setTimeout as sleep } from 'node:timers/promises'
import { cast, demoPassword } from '#demo/cast.ts'
import { connectTo, json } from './ask.ts'
import { type Figure, singleTimes } from './figures.ts'
import { type Whole, wholeServer } from './whole-server.ts'

type Attack = {
  name: string
  connections: number
  /** Where the wrong login of this number comes from. */
  addressOf: (number: number) => string
  goalMs: number
}

const fromOneNetwork = (number: number) => `2001:db8:1:1::${(number % 0xffff).toString(16)}`
const fromThousand = (number: number) => `198.51.${100 + ((number % 1_000) >> 8)}.${(number % 1_000) & 255}`

const attacks: Attack[] = [
  { name: '20 from one network', connections: 20, addressOf: fromOneNetwork, goalMs: 1_000 },
  { name: '40 from one network', connections: 40, addressOf: fromOneNetwork, goalMs: 1_000 },
  { name: '40 from 1,000 addresses', connections: 40, addressOf: fromThousand, goalMs: 5_000 },
]

/** Where the colleague has logged in before. */
const OFFICE = '203.0.113.7'
/** No attack goes on longer, whatever the tries take. */
const LONGEST_MS = 240_000

/** Logins of the colleague during each attack, and how many of them come too late. */
export async function loginUnderFire(tries: number, tell: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const attack of attacks) {
    // With a memory of its own: nobody has to wait for what an attack before this one has left.
    await using whole = await wholeServer()
    const { calm, meanwhile, late, wrong } = await during(whole, attack, tries)
    tell(`${attack.name}: ${wrong} wrong logins meanwhile`)
    const allowed = attack.addressOf === fromThousand ? Math.floor(tries * 0.05) : 0
    figures.push(
      { figure: `login in the calm before ${attack.name}`, ...singleTimes(calm) },
      { figure: `login during ${attack.name}`, ...singleTimes(meanwhile) },
      {
        figure: `of these not in within ${attack.goalMs / 1_000} s`,
        value: late,
        unit: 'logins',
        n: tries,
        goal: allowed,
      },
    )
  }
  await using whole = await wholeServer()
  return [...figures, ...(await timesOfRefusals(whole, tries))]
}

async function during({ port }: Whole, { connections, addressOf, goalMs }: Attack, tries: number) {
  const { ask, close } = connectTo(port, connections)
  const colleague = connectTo(port)
  const logIn = logInWith(ask)
  let number = 0
  const over = new AbortController()
  const end = setTimeout(() => over.abort(), LONGEST_MS)
  const tryToGetIn = async () => {
    const begin = performance.now()
    const status = await logInWith(colleague.ask)(cast.anna.username, demoPassword, OFFICE)
    const ms = performance.now() - begin
    await sleep(50)
    return { ms, isIn: status === 200 }
  }
  const calm: number[] = []
  for (let done = 0; done < Math.min(tries, 15); done++) calm.push((await tryToGetIn()).ms)

  const attackers = Array.from({ length: connections }, async () => {
    while (!over.signal.aborted) {
      const nth = number++
      await logIn(`niemand-${nth}`, 'geraten', addressOf(nth))
    }
  })
  await sleep(1_000)
  const meanwhile: number[] = []
  let late = 0
  for (let done = 0; done < tries; done++) {
    const { ms, isIn } = await tryToGetIn()
    meanwhile.push(ms)
    if (!isIn || ms > goalMs || over.signal.aborted) late++
  }
  over.abort()
  clearTimeout(end)
  await Promise.all(attackers)
  close()
  colleague.close()
  return { calm, meanwhile, late, wrong: number }
}

/** From a network that has to wait: whether a wrong password for a known account takes another time than one for nobody. */
async function timesOfRefusals({ port }: Whole, tries: number): Promise<Figure[]> {
  const { ask, close } = connectTo(port)
  const logIn = logInWith(ask)
  await logIn(cast.anna.username, demoPassword, OFFICE)
  for (let number = 0; number < 10; number++) await logIn(`niemand-${number}`, 'geraten', OFFICE)
  const known: number[] = []
  const nobody: number[] = []
  const statuses = new Set<number>()
  for (let number = 0; number < tries; number++) {
    for (const [times, name] of [
      [known, cast.anna.username],
      [nobody, `niemand-${number}`],
    ] as const) {
      const begin = performance.now()
      statuses.add(await logIn(name, 'geraten', OFFICE))
      times.push(performance.now() - begin)
    }
  }
  close()
  const median = (times: number[]) =>
    times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN
  return [
    {
      figure: 'kinds of answers from a waiting network',
      value: statuses.size,
      unit: 'kinds',
      n: tries,
      goal: 1,
    },
    {
      figure: 'median of these, known against nobody',
      value: Math.abs(median(known) - median(nobody)),
      unit: 'ms',
      n: tries,
      goal: 5,
    },
  ]
}

const logInWith =
  (ask: ReturnType<typeof connectTo>['ask']) =>
  async (username: string, password: string, address: string) => {
    const headers = { ...json, 'x-forwarded-for': address }
    const body = JSON.stringify({ username, password })
    return (await ask({ method: 'POST', path: '/auth/login/', headers, body })).status
  }
