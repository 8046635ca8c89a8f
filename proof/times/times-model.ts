// A model of the rules for recording, status, recorders and sync, executed one step at a time and as simple as
// possible.
import type { HappeningStatus } from '#contract/happenings.ts'

type Entry = {
  last_name: string
  soll_von: string
  ist_von: string | null
  ist_bis: string | null
  /** `revision`: number of changes of the times by people. `imports`: number of changes by the planner. */
  revision: number
  imports: number
  /** Former and present times, as far as the history has them, by the revision that callers see (`stateOf`). */
  states: Record<number, Times>
}
type Times = Pick<Entry, 'ist_von' | 'ist_bis'>
/** A happening with one part; people and entries by short names. */
export type State = {
  name: string
  status: HappeningStatus
  hasPart: boolean
  recorders: string[]
  entries: Record<string, Entry>
}
/** The same happening in the planner's model. */
export type Plan = { name: string; part: Record<string, PlannedTimes> | undefined }
type PlannedTimes = Times & Pick<Entry, 'last_name' | 'soll_von'>

export type Step =
  | {
      kind: 'record'
      by: string
      isAdmin: boolean
      entry: string
      times: Partial<Times>
      /** The revision that the caller has seen; without it any value is replaced. */
      seen?: number
    }
  | { kind: 'status'; status: HappeningStatus }
  | { kind: 'recorders'; recorders: string[] }
  | { kind: 'sync' }

/** `state`: undefined if the happening was removed. `accepted`: whether the call succeeded. */
type Outcome = { state: State | undefined; accepted: boolean }

function after(state: State | undefined, step: Step, plan: Plan | undefined): Outcome {
  if (step.kind === 'sync') return { state: state && synced(state, plan), accepted: true }
  if (!state) return { state, accepted: false }
  if (step.kind === 'status') return { state: { ...state, status: step.status }, accepted: true }
  if (!state.hasPart) return { state, accepted: false }
  if (step.kind === 'recorders') return { state: { ...state, recorders: step.recorders }, accepted: true }
  return recorded(state, step)
}

function recorded(state: State, { by, isAdmin, entry, times, seen }: Step & { kind: 'record' }): Outcome {
  const before = state.entries[entry]
  const may = isAdmin
    ? ['Aktiv', 'Erledigt'].includes(state.status)
    : state.status === 'Aktiv' && state.recorders.includes(by)
  if (!may || !before || isDisputed(before, times, seen)) return { state, accepted: false }
  const now = { ...before, ...times }
  if (now.ist_von === before.ist_von && now.ist_bis === before.ist_bis) return { state, accepted: true }
  const states = { ...before.states, [stateOf(before) + 1]: now }
  const entries = { ...state.entries, [entry]: { ...now, revision: before.revision + 1, states } }
  return { state: { ...state, entries }, accepted: true }
}

const stateOf = ({ revision, imports }: Entry) => revision + imports

function isDisputed(entry: Entry, times: Partial<Times>, seen: number | undefined): boolean {
  if (seen === undefined || seen === stateOf(entry)) return false
  const then = entry.states[seen]
  return (['ist_von', 'ist_bis'] as const).some(
    (end) => times[end] !== undefined && times[end] !== entry[end] && then?.[end] !== entry[end],
  )
}

function synced(state: State, plan: Plan | undefined): State | undefined {
  if (state.status !== 'Entwurf') return state
  const local = Object.entries(state.entries).filter(([, { revision }]) => revision > 0)
  const isUsed = state.recorders.length > 0 || local.length > 0
  if (!plan) return isUsed ? { ...state, status: 'Inaktiv' } : undefined
  if (!plan.part)
    return { ...state, name: plan.name, hasPart: state.hasPart && isUsed, entries: Object.fromEntries(local) }
  const entries = Object.entries(plan.part).map(([name, planned]): [string, Entry] => {
    const before = state.entries[name]
    if (!before) return [name, { ...planned, revision: 0, imports: 0, states: { 0: planned } }]
    const { last_name, soll_von } = planned
    if (before.revision > 0) return [name, { ...before, last_name, soll_von }]
    const isSame = planned.ist_von === before.ist_von && planned.ist_bis === before.ist_bis
    const imports = before.imports + (isSame ? 0 : 1)
    // Changes of the planner have no history.
    const states = isSame ? before.states : { [imports]: planned }
    return [name, { ...before, ...planned, imports, states }]
  })
  return { ...state, name: plan.name, hasPart: true, entries: Object.fromEntries([...local, ...entries]) }
}

/** True if some order of the steps explains each answer and the end. */
export function isSerial(
  start: State,
  steps: readonly { step: Step; accepted: boolean }[],
  plan: Plan | undefined,
  isEnd: (state: State | undefined) => boolean,
): boolean {
  const from = (state: State | undefined, left: typeof steps): boolean =>
    left.length === 0
      ? isEnd(state)
      : left.some((one) => {
          const next = after(state, one.step, plan)
          if (next.accepted !== one.accepted) return false
          return from(
            next.state,
            left.filter((other) => other !== one),
          )
        })
  return from(start, steps)
}
