// Finds the highest rate of messages, spread over many rooms, at which every message reaches everybody in time.
import { type Figure, skippedFigure } from '#measure/figures.ts'
import { lineOf } from './capacity.ts'
import { HELD_MS, type Stage, shareOf } from './stage.ts'

type RateSearch = { size: number; rates: readonly number[]; ms: number; tell: (line: string) => void }

/** Each rate in turn, until one is too much. */
export async function manyRooms(stage: Stage, { size, rates, ms, tell }: RateSearch): Promise<Figure[]> {
  const what = `${stage.people / size} rooms of ${size}`
  await stage.listen(stage.people)
  // Warm-up: servers in use have run for a while.
  await stage.run(stage.people, { send: (stage.people * 1_000) / (rates[1] ?? rates[0] ?? 1) }, ms)
  let best: Figure[] = [skippedFigure(`messages a second, ${what}: not even the lowest rate`)]
  for (const rate of rates) {
    const step = await stage.run(stage.people, { send: (stage.people * 1_000) / rate }, ms)
    tell(`${rate} messages/s, ${what}: ${lineOf(step)}`)
    const { delivered, cpu } = step
    if (step.all.failed + step.all.deferred + delivered.lost > 0 || delivered.p99 > HELD_MS) break
    best = [
      { figure: `messages a second, ${what}`, value: rate, unit: '/s', n: delivered.taken },
      {
        figure: '  deliveries a second',
        value: (delivered.deliveries * 1_000) / ms,
        unit: '/s',
        n: delivered.deliveries,
      },
      {
        figure: '  until the last has it, 99 of 100',
        value: delivered.p99,
        unit: 'ms',
        n: delivered.taken,
        goal: HELD_MS,
      },
      {
        figure: '  a message: server',
        value: cpu.server / delivered.taken,
        unit: 'µs CPU',
        n: delivered.taken,
      },
      {
        figure: '  a message: database',
        value: cpu.database / delivered.taken,
        unit: 'µs CPU',
        n: delivered.taken,
      },
      {
        figure: '  server and database',
        value: shareOf(step, cpu.server + cpu.database),
        unit: '% of a core',
        n: 1,
      },
    ]
    if (!step.wasOnSchedule) break
  }
  return best
}
