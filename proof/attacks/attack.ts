// Attacks of one account, or of nobody, one after the other and then all at once: what somebody else waits meanwhile, what
// memory it takes, and what was refused.
import { startHelper } from '../../bench/child.ts'
import { askingCore } from '../../bench/pinned.ts'
import { residentOf } from '../../bench/resident.ts'
import type { Figure } from '../figures.ts'
import { attacks } from './all.ts'
import type { Order, Outcome } from './attacker.ts'
import type { Tally } from './method.ts'
import { askAsOther, type Waits } from './other-user.ts'
import { type Attacked, startAttacked } from './target.ts'

/** Shorter than this nobody tells a wait from none, in ms: the ratio is taken against it where all is quiet. */
const UNNOTICED_MS = 25
const GOAL = 2

export async function attack(ms: number, tell: (line: string) => void): Promise<Figure[]> {
  const server = await startAttacked()
  // Below whoever measures on the same core, so that the waits are the server's.
  const attacker = await startHelper('../proof/attacks/attacker.ts', ['nice', '-n', '10', ...askingCore])
  try {
    await askAsOther(server.other, ms)
    const lead = async (names: string[]) => {
      const calm = await askAsOther(server.other, ms)
      const order: Order = { names, target: server.target, ms }
      const [outcome, waits] = await Promise.all([
        attacker.order<Outcome>(order),
        askAsOther(server.other, ms),
      ])
      const megabytes = residentOf(server.pid) / 1024
      for (const name of names) tell(`${name}: ${told(outcome[name] ?? {})}`)
      return { calm, waits, megabytes }
    }
    const figures: Figure[] = []
    for (const name of Object.keys(attacks)) {
      const { calm, waits, megabytes } = await lead([name])
      tell(`  ${waitsOf(waits)}; the server holds ${Math.round(megabytes)} MB`)
      figures.push(figureOf(`p99 of another beside: ${name}`, waits, calm))
      await isAlive(server)
    }
    const { waits, calm, megabytes } = await lead(Object.keys(attacks))
    await isAlive(server)
    tell(`all at once: ${waitsOf(waits)}`)
    const { goal: _, ...together } = figureOf('p99 of another beside all of them at once', waits, calm)
    return [
      ...figures,
      together,
      {
        figure: 'memory after all of them at once',
        value: Math.round(megabytes),
        unit: 'MB',
        n: figures.length,
      },
      await comesBack(server, ms),
    ]
  } finally {
    await attacker.stop()
    await server.stop()
  }
}

function figureOf(figure: string, { p99, n }: Waits, calm: Waits): Figure {
  const baseline = Math.max(calm.p99, UNNOTICED_MS)
  return { figure, value: Math.round(p99), unit: 'ms', baseline, ratio: p99 / baseline, n, goal: GOAL }
}

async function isAlive(server: Attacked) {
  const { status } = await server.ask({ method: 'GET', path: '/health/ready' })
  if (status !== 200) throw new Error(`the server is not well: it answers ${status}\n${server.output()}`)
}

/** What somebody waits when it is all over. */
async function comesBack(server: Attacked, ms: number): Promise<Figure> {
  const { p99, failed, n } = await askAsOther(server.other, ms)
  if (failed > 0) throw new Error(`${failed} ordinary calls failed after the attacks`)
  return { figure: 'p99 of another when all is over', value: Math.round(p99), unit: 'ms', n }
}

const told = (tally: Tally) =>
  Object.entries(tally)
    .map(([answer, times]) => `${times} × ${answer}`)
    .join(', ') || 'nothing came back'

const waitsOf = ({ p50, p99, failed, n }: Waits) =>
  `another user waits ${Math.round(p50)} ms (p50), ${Math.round(p99)} ms (p99), ${failed} of ${n} failed`
