// CPU of server and database for each kind of call, at an even rate over many people who have their rooms open.
import type { Figure } from '#measure/figures.ts'
import { type Kind, kinds } from './model.ts'
import type { Stage } from './stage.ts'

const names: Record<Kind, string> = {
  current: 'GET /users/current/',
  groups: 'GET /chat/groups/',
  direct: 'GET /chat/direct/',
  docs: 'GET /docs/',
  send: 'POST send_message/, to 50',
}
const RATE: Record<Kind, number> = { current: 300, groups: 150, direct: 150, docs: 150, send: 20 }

export async function callCosts(stage: Stage, people: number, ms: number): Promise<Figure[]> {
  await stage.listen(people)
  const idle = await stage.run(0, {}, ms)
  const figures: Figure[] = []
  for (const kind of kinds) {
    const pace = { [kind]: (people * 1_000) / RATE[kind] }
    await stage.run(people, pace, Math.min(ms, 2_000))
    const { all, cpu } = await stage.run(people, pace, ms)
    const each = (which: 'server' | 'database') => Math.max(0, cpu[which] - idle.cpu[which]) / all.calls
    const failed = all.failed + all.deferred
    const name = `${names[kind]}${failed > 0 ? ` (${failed} failed)` : ''}`
    figures.push(
      { figure: `${name}: server`, value: each('server'), unit: 'µs CPU', n: all.calls },
      { figure: `${name}: database`, value: each('database'), unit: 'µs CPU', n: all.calls },
    )
  }
  return figures
}
