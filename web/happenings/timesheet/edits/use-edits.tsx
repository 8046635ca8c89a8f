import { useEffect, useMemo, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { onLastMoment, useLeaving } from '#web/outbox/leaving.ts'
import { useStore } from '#web/store.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changeOne, type Done, joined, type Step, undo } from './bulk.ts'
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

/** The open changes of a team and the ways to change them. `items` are the entries as the server has them. */
export function useEdits({ user_id, subhappening_id }: Whose, items: readonly TimeEntry[]) {
  const draft = editsDraft({ user_id, subhappening_id })
  const edits = useStore(draft)
  const [steps, setSteps] = useState<readonly Step[]>([])
  /** Whether they would survive a reload. */
  const [isKept, setIsKept] = useState(true)

  // Stable from one rendering to the next: a change of one entry draws only its own row again.
  const { set, takeStep, acts } = useMemo(() => {
    const set = (next: Edits) => {
      if (next !== draft.get()) void draft.set(next).then(setIsKept)
    }
    /** Answers the step. One that is taken `onto` another is taken back together with it. */
    const takeStep = (change: (edits: Edits) => Done, onto?: Step): Step => {
      const { edits, step } = change(draft.get())
      const whole = onto ? joined(onto, step) : step
      set(edits)
      if (step.after.size > 0) setSteps((steps) => withStep(steps, whole, onto))
      return whole
    }
    const act = (entry: TimeEntry, change: (edits: Edits) => Edits) =>
      void takeStep((edits) => changeOne(edits, entry, change))
    /** Changes of one entry. They and `takeStep` can be taken back. */
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
    return { set, takeStep, acts }
  }, [draft])

  useEffect(() => set(settle(draft.get(), items)), [draft, set, items])

  useEffect(() => onLastMoment(leaveField), [])
  /** With what stands in the field that has the focus. */
  const settled = () => {
    leaveField()
    return draft.get()
  }
  useLeaving({
    wouldLose: () => edits.size > 0 && !isKept,
    confirmLeave: () => confirmLeave(settled().size, isKept),
  })

  const undoStep = (step: Step) => {
    set(undo(draft.get(), step))
    setSteps((steps) => steps.filter((one) => one !== step))
  }
  return {
    edits,
    isKept,
    settled,
    /** The newest, for handlers that go on after a wait. */
    current: draft.get,
    change: (by: (edits: Edits) => Edits) => set(by(draft.get())),
    acts,
    takeStep,
    canUndo: steps.length > 0,
    undo: () => {
      const step = steps.at(-1)
      if (step) undoStep(step)
    },
    /** A certain step, whatever was done since. */
    undoStep,
    /** Once they are applied there is no way back but another change. */
    forgetSteps: () => setSteps([]),
  }
}
export type OpenEdits = ReturnType<typeof useEdits>
export type EntryActs = OpenEdits['acts']

/** Leaving a field is what makes a time of its letters; whoever goes on finds the focus where it was. */
function leaveField() {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.blur()
  field.focus()
}

/** A step that is one with another takes its place. */
const withStep = (steps: readonly Step[], step: Step, onto: Step | undefined) =>
  onto && steps.includes(onto) ? steps.map((one) => (one === onto ? step : one)) : [...steps, step]

/** Open changes wait here until somebody comes back: that is said. Only what would be lost is worth a question. */
function confirmLeave(count: number, isKept: boolean): boolean | Promise<boolean> {
  if (count === 0) return true
  if (!isKept)
    return confirm({
      title: 'Sollen die Änderungen verworfen werden?',
      children: <p>Dieser Browser hebt nichts auf. Was nicht übernommen ist, geht verloren.</p>,
      verb: 'Verwerfen',
      danger: true,
    })
  toast(
    count === 1
      ? 'Ein Eintrag ist noch nicht übernommen. Er bleibt auf diesem Gerät.'
      : `${count} Einträge sind noch nicht übernommen. Sie bleiben auf diesem Gerät.`,
    { tone: 'info' },
  )
  return true
}
