// Runs the attacks, first one after the other and then all at once. Measures how long another user waits
// meanwhile, how much memory the server uses, and counts the answers that the attackers get.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Helper, startHelper } from '#measure/child.ts'
import { clientCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { cpuOf, residentOf, treeOf } from '#measure/processes.ts'
import { inPairs } from '#measure/statistics.ts'
import { attacks } from './all.ts'
import type { AttackOrder, Outcome } from './attacker.ts'
import { count, type Tally } from './method.ts'
import type { OtherUserOrder, Waits } from './other-user.ts'
import { type Attacked, startAttacked } from './target.ts'

/**
 * Lower bound (ms) of the p99 without an attack. Nobody notices a shorter wait, and a ratio to it would mean
 * little.
 */
const UNNOTICED_MS = 25
const GOAL = 2
/** An attack runs this long (ms) before the other user's waits are measured. */
const LEAD_MS = 500

/** `pairs`: number of slices with and without the attack, in turn. `ms`: length of a slice. */
type Slices = { pairs: number; ms: number }

export async function attack(
  { pairs, ms }: Slices,
  tell: (line: string) => void,
  names = Object.keys(attacks),
): Promise<Figure[]> {
  const server = await startAttacked()
  const [attacker, other] = await Promise.all([startAttacker(), startHelper(OTHER_USER, clientCore)])
  const calm = () => other.order<Waits>({ ...server.other, ms } satisfies OtherUserOrder)
  const during = async (names: string[]) => {
    const order: AttackOrder = { names, target: server.target, ms: LEAD_MS + ms }
    const [outcome, waits] = await Promise.all([attacker.order<Outcome>(order), sleep(LEAD_MS).then(calm)])
    await untilQuiet(server.pid)
    return { waits, outcome }
  }
  /** The other user's p99 with these attacks, against the one without. */
  const compare = async (figure: string, names: string[]) => {
    const tallies: Outcome = {}
    const seen: Waits[] = []
    const compared = await inPairs(
      pairs,
      async () => {
        const { waits, outcome } = await during(names)
        seen.push(waits)
        for (const [name, tally] of Object.entries(outcome)) add((tallies[name] ??= {}), tally)
        return waits.p99
      },
      async () => Math.max((await calm()).p99, UNNOTICED_MS),
    )
    const megabytes = Math.round(residentOf(server.pid) / 1024)
    for (const [name, tally] of Object.entries(tallies)) tell(`${name}: ${told(tally)}`)
    tell(`  another user ${waitsOf(seen)}; the server holds ${megabytes} MB`)
    await isAlive(server)
    return { megabytes, figure: { figure, unit: 'ms', ...compared, value: Math.round(compared.value) } }
  }
  try {
    await calm()
    const figures: Figure[] = []
    for (const name of names) {
      const { figure } = await compare(`p99 of another beside: ${name}`, [name])
      figures.push({ ...figure, goal: GOAL })
    }
    const together = await compare('p99 of another beside all of them at once', names)
    const { megabytes } = together
    return [
      ...figures,
      together.figure,
      { figure: 'memory after all of them at once', value: megabytes, unit: 'MB', n: names.length },
      comesBack(await calm()),
    ]
  } finally {
    await Promise.all([attacker.stop(), other.stop()])
    await server.stop()
  }
}

const OTHER_USER = new URL('other-user.ts', import.meta.url)

/**
 * Real attackers have machines of their own. Here they share the second core with the other user, at the lowest
 * priority, and the server has the first core for itself. So the waits measure the server, not the load
 * generator.
 */
const startAttacker = (): Promise<Helper> =>
  startHelper(new URL('attacker.ts', import.meta.url), ['nice', '-n', '19', ...clientCore])

/**
 * Waits until the server is idle after an attack, so that leftover work does not slow down the slice without
 * it.
 */
async function untilQuiet(pid: number) {
  const spent = () => treeOf(pid).reduce((sum, one) => sum + cpuOf(one), 0)
  for (let quiet = 0, waited = 0; quiet < 3 && waited < MOST_QUIET_MS; waited += LOOK_MS) {
    const before = spent()
    await sleep(LOOK_MS)
    quiet = spent() - before <= LOOK_MS * 0.1 ? quiet + 1 : 0
  }
}
const LOOK_MS = 100
const MOST_QUIET_MS = 15_000

async function isAlive(server: Attacked) {
  const { status } = await server.ask({ method: 'GET', path: '/health/ready' })
  if (status !== 200) throw new Error(`the server is not well: it answers ${status}\n${server.output()}`)
}

/** The other user's p99 once all attacks have ended. Throws if one of the calls fails. */
function comesBack({ p99, failed, n }: Waits): Figure {
  if (Object.keys(failed).length > 0)
    throw new Error(`ordinary calls failed after the attacks: ${told(failed)}`)
  return { figure: 'p99 of another when all is over', value: Math.round(p99), unit: 'ms', n }
}

const add = (sum: Tally, tally: Tally) => {
  for (const [answer, times] of Object.entries(tally)) count(sum, answer, times)
}
const told = (tally: Tally, nothing = 'nothing came back') =>
  Object.entries(tally)
    .map(([answer, times]) => `${times} × ${answer}`)
    .join(', ') || nothing

function waitsOf(slices: readonly Waits[]): string {
  const each = (of: (waits: Waits) => number) => slices.map((waits) => Math.round(of(waits))).join(', ')
  const n = slices.reduce((all, waits) => all + waits.n, 0)
  const putOff = slices.reduce((all, waits) => all + waits.putOff, 0)
  const failed: Tally = {}
  for (const waits of slices) add(failed, waits.failed)
  return `waits ${each(({ p50 }) => p50)} ms (p50), ${each(({ p99 }) => p99)} ms (p99) in its slices; of ${n} put off ${putOff}, failed ${told(failed, 'none')}`
}
