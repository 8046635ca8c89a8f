import { startTransition, useEffect, useMemo, useReducer, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { afterPaint } from '#web/after-paint.ts'
import { useLeaving } from '#web/outbox/leaving.ts'
import { createStore, useStore } from '#web/store.ts'
import { changeOne, joined, type Step, undo } from './bulk.ts'
import { confirmLeave } from './confirm-leave.tsx'
import {
  changeEntry,
  discard,
  type Edits,
  keepMine,
  keepUnread,
  type Legible,
  setAbsent,
  settle,
  takeTheirs,
} from './edits.ts'
import { editsDraft, type Whose } from './edits-draft.ts'
import type { End, Recorded } from './ends.ts'

/**
 * The open changes of a sub-happening and the ways to change them. `items` are the entries as the server has them. A
 * press shows at once where somebody looks, by `live`; all that is counted and summed up from `edits` follows right
 * after.
 */
export function useEdits({ user_id, subhappening_id }: Whose, items: readonly TimeEntry[]) {
  const whose = { user_id, subhappening_id }
  const draft = editsDraft(whose)
  // Read whenever this is drawn, and drawn as `again` says.
  const edits = draft.get()
  const [isKept, setIsKept] = useState(true)
  const [, again] = useReducer((times: number) => times + 1, 0)

  // The same functions from one rendering to the next: a change of one entry draws only its own row again.
  const ways = useMemo(() => {
    const draft = editsDraft({ user_id, subhappening_id })
    const { live, get: present } = draft
    const steps = createStore<readonly Step[]>([])
    const set = (next: Edits) => {
      if (next !== present()) void draft.set(next).then(setIsKept)
    }
    /** Answers what was changed. What is done `onto` a step before is taken back together with it. */
    const takeStep = (by: (edits: Edits) => { edits: Edits; step: Step }, onto?: Step): Step => {
      const { edits, step } = by(present())
      const whole = onto ? joined(onto, step) : step
      set(edits)
      if (step.after.size > 0) steps.set(withStep(steps.get(), whole, onto))
      return whole
    }
    const act = (entry: TimeEntry, by: (edits: Edits) => Edits) =>
      void takeStep((edits) => changeOne(edits, entry, by))
    /** What can be done with one entry. This and `takeStep` can be taken back. */
    const acts = {
      change: (entry: TimeEntry, typed: Partial<Recorded>) =>
        act(entry, (edits) => changeEntry(edits, entry, typed)),
      keepUnread: (entry: TimeEntry, field: Legible, text: string) =>
        act(entry, (edits) => keepUnread(edits, entry, field, text)),
      setAbsent: (entry: TimeEntry, absent: boolean) =>
        act(entry, (edits) => setAbsent(edits, entry, absent)),
      discard: (entry: TimeEntry, end?: End) => act(entry, (edits) => discard(edits, entry, end)),
      keepMine: (entry: TimeEntry) => act(entry, (edits) => keepMine(edits, entry)),
      takeTheirs: (entry: TimeEntry) => act(entry, (edits) => takeTheirs(edits, entry)),
    }
    return { present, live, steps, set, takeStep, acts }
  }, [user_id, subhappening_id])
  const { present, live, steps, set, takeStep, acts } = ways
  const canUndo = useStore(steps, (all) => all.length > 0)

  useEffect(() => {
    let isDue = false
    const later = () => {
      if (isDue) return
      isDue = true
      void afterPaint(() => {
        isDue = false
        startTransition(again)
      })
    }
    return live.subscribe(later)
  }, [live])

  useEffect(() => {
    const before = present()
    const left = settle(before, items)
    if (left !== before) set(left)
  }, [present, set, items])

  useLeaving({
    wouldLose: () => edits.size > 0 && !isKept,
    confirmLeave: () => confirmLeave(present, isKept),
  })

  const undoStep = (step: Step) => {
    set(undo(present(), step))
    steps.set(steps.get().filter((one) => one !== step))
  }
  return {
    whose,
    edits,
    /** The same, for what shows a press at once. */
    live,
    /** Whether they would survive a reload. */
    isKept,
    canUndo,
    present,
    change: (by: (edits: Edits) => Edits) => set(by(present())),
    acts,
    takeStep,
    undo: () => {
      const step = steps.get().at(-1)
      if (step) undoStep(step)
    },
    /** A certain step, whatever was done since. */
    undoStep,
    /** Once they are applied there is no way back but another change. */
    forgetSteps: () => steps.set([]),
  }
}
export type OpenEdits = ReturnType<typeof useEdits>
export type EntryActs = OpenEdits['acts']

/** A step that is one with another takes its place. */
const withStep = (steps: readonly Step[], step: Step, onto: Step | undefined) =>
  onto && steps.includes(onto) ? steps.map((one) => (one === onto ? step : one)) : [...steps, step]
