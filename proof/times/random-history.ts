// Random histories of times, reproducible by seed: the first state, the planner's plan, and the steps of people.
import type { Random } from '#planner-simulator/random.ts'
import type { Plan, State, Step } from './times-model.ts'

export type Recording = Step & { kind: 'record' }

/** Each parallel history has a day of its own, so that their syncs do not meet. */
export const dayOf = (lane: number) => `2031-0${lane + 1}-15`
const moment = (lane: number, time: string) => `${dayOf(lane)}T${time}`

const entryNames = ['one', 'two', 'three']
const lists = [[], ['anna'], ['anna', 'bruno'], ['bruno']]

export const startOf = (lane: number, random: Random): State => ({
  name: 'Fest',
  status: random.pick(['Entwurf', 'Entwurf', 'Aktiv']),
  hasPart: true,
  recorders: random.pick(lists),
  entries: Object.fromEntries(entryNames.map((name) => [name, entryAt(lane, name, random.pick([0, 0, 1]))])),
})

const entryAt = (lane: number, last_name: string, revision: number) => {
  const times = { ist_von: null, ist_bis: null }
  const states = { [revision]: times }
  return { last_name, soll_von: moment(lane, '18:00'), ...times, revision, imports: 0, states }
}

export function planOf(lane: number, random: Random): Plan | undefined {
  if (random.chance(0.2)) return undefined
  const name = random.pick(['Fest', 'Feier'])
  if (random.chance(0.15)) return { name, part: undefined }
  const names = [...entryNames, 'four'].filter(() => random.chance(0.75))
  const part = names.map((name) => [
    name,
    {
      last_name: random.pick([name, `${name}-neu`]),
      soll_von: moment(lane, random.pick(['18:00', '19:00'])),
      ist_von: random.pick([null, moment(lane, '18:10')]),
      ist_bis: null,
    },
  ])
  return { name, part: Object.fromEntries(part) }
}

export function stepOf(lane: number, random: Random): Step {
  const kind = random.below(10)
  if (kind < 2) return { kind: 'sync' }
  if (kind < 4)
    return { kind: 'status', status: random.pick(['Entwurf', 'Entwurf', 'Aktiv', 'Aktiv', 'Erledigt']) }
  if (kind < 5) return { kind: 'recorders', recorders: random.pick(lists) }
  return recordOf(lane, random)
}

export function recordOf(lane: number, random: Random): Recording {
  const by = random.pick(['anna', 'bruno', 'clara'])
  const von = random.pick([moment(lane, '18:05'), moment(lane, '18:20'), null])
  const bis = random.pick([moment(lane, '22:00'), moment(lane, '23:00'), null])
  const times = random.pick([{ ist_von: von }, { ist_bis: bis }, { ist_von: von, ist_bis: bis }])
  return { kind: 'record', by, isAdmin: by === 'clara', entry: random.pick(entryNames), times }
}
