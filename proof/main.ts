// `npm run proof`: the long proofs, one line for each; ends with 1 when one of them fails.
import { parseArgs } from 'node:util'
import { onParentGone } from '#server/parent-watch.ts'
import { crash } from './crash.ts'
import { type Figure, print } from './figures.ts'
import { fuzzAll } from './fuzz.ts'
import { showHostile } from './hostile-documents.ts'
import { planThroughFaults } from './planner-memory.ts'
import { throwBytes } from './raw-bytes.ts'
import { crashWhileSending } from './send-crash.ts'
import { timesAtOnce } from './times-at-once.ts'
import { wholeServer } from './whole-server.ts'

onParentGone(() => process.exit(1))

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, seed: { type: 'string' } },
})
const isQuick = values.quick ?? false
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const tell = (line: string) => console.error(line)

const proofs: Record<string, () => Promise<Figure[]>> = {
  async requests() {
    const { requests, succeeded } = await fuzzAll(isQuick ? 4_000 : 100_000, seed, tell)
    return [
      { figure: 'generated requests without a fault', value: requests, unit: 'requests', n: requests },
      { figure: 'of these answered with success', value: succeeded, unit: 'requests', n: requests },
    ]
  },
  async bytes() {
    const whole = await wholeServer()
    const count = await throwBytes(whole.port, { count: isQuick ? 2_000 : 100_000, seed })
    await whole[Symbol.asyncDispose]()
    return [{ figure: 'connections with broken bytes survived', value: count, unit: 'connections', n: count }]
  },
  async documents() {
    const count = await showHostile(isQuick ? 300 : 10_000, seed, tell)
    return [{ figure: 'hostile documents shown without script', value: count, unit: 'trees', n: count }]
  },
  async planner() {
    const { faults, extraMb } = await planThroughFaults(tell)
    return [
      {
        figure: 'memory that faulty planners take',
        value: Math.round(extraMb),
        unit: 'MB',
        n: faults,
        goal: 64,
      },
    ]
  },
  async times() {
    const { histories, steps } = await timesAtOnce(isQuick ? 300 : 2_000, seed)
    return [
      {
        figure: 'histories of times as some order would leave them',
        value: histories,
        unit: 'histories',
        n: steps,
      },
    ]
  },
  async sending() {
    const { kills, bookings, repeats } = await crashWhileSending(isQuick ? 20 : 1_000, tell)
    return [
      { figure: 'kills while sending: none doubled, none lost', value: kills, unit: 'kills', n: kills },
      { figure: 'times booked meanwhile', value: bookings, unit: 'bookings', n: kills },
      { figure: 'of these sent again after a kill', value: repeats, unit: 'bookings', n: kills },
    ]
  },
  async crashes() {
    const { kills, acknowledged, unanswered, restartsMs } = await crash(isQuick ? 3 : 20, tell)
    const sorted = restartsMs.toSorted((one, other) => one - other)
    return [
      { figure: 'kills without a lost, doubled or half change', value: kills, unit: 'kills', n: kills },
      { figure: 'acknowledged changes found again', value: acknowledged, unit: 'changes', n: kills },
      { figure: 'changes cut off before their answer', value: unanswered, unit: 'changes', n: kills },
      {
        figure: 'back after a kill (median)',
        value: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
        unit: 'ms',
        n: kills,
        low: Math.round(sorted[0] ?? 0),
        high: Math.round(sorted.at(-1) ?? 0),
      },
    ]
  },
}

tell(`seed ${seed} (repeat with --seed ${seed})`)
for (const [name, prove] of Object.entries(proofs)) {
  try {
    print(await prove(), { json: values.json ?? false })
  } catch (error) {
    process.exitCode = 1
    console.error(`FAILED: ${name}\n`, error)
  }
}
process.exit()
