// What it costs that several nodes share a database: messages over many rooms, the people of each room on all nodes.
// The nodes share one core, PostgreSQL and the people the other, so that what each costs can be told apart; how many
// people two or three machines hold follows from that (docs/scaling.md).
import { setTimeout as sleep } from 'node:timers/promises'
import { chosen, type Figure } from '#measure/figures.ts'
import { watchMachine } from '#measure/machine.ts'
import { HELD_MS } from '../load/stage.ts'
import { notifyCost } from './notify-cost.ts'
import { type NodeStage, setNodeStage, type Tried } from './stage.ts'

/** `parts`: what of it; all where none is named. */
type NodesOptions = { quick: boolean; parts: string[]; people?: number; seconds?: number }
const allParts = { notify: 'what NOTIFY costs', plain: 'nodes beside each other' }

const SIZE = 20
const effort = {
  full: { people: 2_000, ms: 20_000, rate: 100, nodes: [1, 2, 3], commits: 1_000 },
  quick: { people: 200, ms: 1_000, rate: 50, nodes: [1, 2], commits: 50 },
}
/** Statistics of statements are handed on within a second. */
const TOLD_MS = 1_500

const tell = (line: string) => console.error(line)

export async function nodesTogether({ quick, parts, people, seconds }: NodesOptions): Promise<Figure[]> {
  const usual = effort[quick ? 'quick' : 'full']
  const setting = { ...usual, people: people ?? usual.people, ms: seconds ? seconds * 1_000 : usual.ms }
  const machine = watchMachine()
  const wanted = chosen(parts, allParts)
  const figures = wanted.includes('notify') ? await notifyCost(setting.commits, tell) : []
  for (const nodes of wanted.includes('plain') ? setting.nodes : []) {
    const stage = await setNodeStage({ nodes, people: setting.people, size: SIZE })
    try {
      figures.push(...(await costsOf(stage, `${nodes} node(s)`, setting)))
    } finally {
      await stage.stop()
    }
  }
  tell(machine())
  return figures
}

async function costsOf(
  stage: NodeStage,
  name: string,
  { ms, rate }: { ms: number; rate: number },
): Promise<Figure[]> {
  await stage.listen()
  const pace = { send: (stage.people * 1_000) / rate }
  // A server that has run for a while is the one that people have.
  await stage.run(pace, ms)
  await sleep(TOLD_MS)
  const idle = await stage.run({}, ms)
  const all = await stage.run(pace, ms)
  await sleep(TOLD_MS)
  const counted = stage.counted(all, await stage.counts())
  const one = await stage.run({ send: (stage.people * 1_000) / rate / stage.nodes }, ms, { onlyFirst: true })
  tell(`${name}: ${lineOf(all)}; asked of one: ${lineOf(one)}`)
  const { taken, p50, p99, lost, doubled } = all.delivered
  const each = (tried: Tried, us: (cpu: Tried['cpu']) => number) =>
    Math.max(0, us(tried.cpu) - us(idle.cpu)) / tried.delivered.taken
  const us = { unit: 'µs CPU', n: one.delivered.taken }
  const others = ({ nodes }: Tried['cpu']) =>
    nodes.slice(1).reduce((sum, node) => sum + node, 0) / (stage.nodes - 1)
  return [
    { figure: `${name}: until the last has it, half of them`, value: p50, unit: 'ms', n: taken },
    { figure: '  99 of 100', value: p99, unit: 'ms', n: taken, goal: HELD_MS },
    { figure: '  lost or doubled', value: lost + doubled, unit: '', n: taken, goal: 0 },
    { figure: '  a message: the node that is asked', value: each(one, ({ nodes }) => nodes[0] ?? 0), ...us },
    ...(stage.nodes > 1 ? [{ figure: '  each other node', value: each(one, others), ...us }] : []),
    { figure: '  the database', value: each(all, ({ database }) => database), ...us, n: taken },
    { figure: '  commits that write', value: counted.writes / taken, unit: '', n: taken },
    {
      figure: '  transactions, one for each listener that is woken included',
      value: counted.commits / taken,
      unit: '',
      n: taken,
    },
  ]
}

function lineOf({ delivered, late, busy, all, keptPlan }: Tried): string {
  const { taken, deliveries, p50, p99, lost, doubled } = delivered
  return [
    `${taken} messages to ${deliveries}, last p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
    `${lost} lost, ${doubled} doubled, ${all.failed + all.deferred} not taken`,
    `people ${Math.round(busy * 100)} % busy, ${late.toFixed(1)} ms late`,
    ...(keptPlan ? [] : ['THE GENERATOR DID NOT KEEP ITS PLAN']),
  ].join('; ')
}
