import { useEffect, useMemo, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { beforePageEnds, useLeaveGuard } from '#web/outbox/leaving.ts'
import { useIsEverythingStored } from '#web/outbox/unstored.ts'
import { useStore } from '#web/store.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { changeOne, type EditStep, mergeSteps, revertStep, type StepResult } from './bulk.ts'
import {
  changeEntry,
  discardEdit,
  type Edits,
  keepMine,
  rebaseEdits,
  revertToServer,
  setAbsent,
  storeInvalidText,
  type TextFieldName,
} from './edits.ts'
import { type EditsOwner, editsDraft } from './edits-draft.ts'
import type { End, Recorded } from './ends.ts'

/** The open changes of a team and the ways to change them. `items` are the entries as the server has them. */
export function useEdits({ user_id, subhappening_id }: EditsOwner, items: readonly TimeEntry[]) {
  const draft = editsDraft({ user_id, subhappening_id })
  const edits = useStore(draft)
  const [steps, setSteps] = useState<readonly EditStep[]>([])
  const isKept = useIsEverythingStored()

  // Referentially stable, so that a change rerenders only its own row.
  const { takeStep, acts } = useMemo(() => {
    /** Returns the step. With `onto`, undo reverts both together. */
    const takeStep = (change: (edits: Edits) => StepResult, onto?: EditStep): EditStep => {
      const { edits, step } = change(draft.get())
      const whole = onto ? mergeSteps(onto, step) : step
      draft.put(edits)
      if (step.after.size > 0) setSteps((steps) => appendStep(steps, whole, onto))
      return whole
    }
    const act = (entry: TimeEntry, change: (edits: Edits) => Edits) =>
      void takeStep((edits) => changeOne(edits, entry, change))
    /** Changes to one entry. Each is a step that can be undone. */
    const acts = {
      change: (entry: TimeEntry, typed: Partial<Recorded>) =>
        act(entry, (edits) => changeEntry(edits, entry, typed)),
      storeInvalidText: (entry: TimeEntry, field: TextFieldName, text: string) =>
        act(entry, (edits) => storeInvalidText(edits, entry, field, text)),
      setAbsent: (entry: TimeEntry, absent: boolean) =>
        act(entry, (edits) => setAbsent(edits, entry, absent)),
      discard: (entry: TimeEntry, end?: End) => act(entry, (edits) => revertToServer(edits, entry, end)),
      keepMine: (entry: TimeEntry) => act(entry, (edits) => keepMine(edits, entry)),
      takeTheirs: (entry: TimeEntry) => act(entry, (edits) => discardEdit(edits, entry)),
    }
    return { takeStep, acts }
  }, [draft])

  useEffect(() => draft.change((edits) => rebaseEdits(edits, items)), [draft, items])

  useEffect(() => beforePageEnds(commitFocusedField), [])
  /** Edits including the text of the focused field. */
  const settled = () => {
    commitFocusedField()
    return draft.get()
  }
  useLeaveGuard({
    wouldLose: () => false,
    confirmLeave() {
      toastUnappliedEdits(settled().size, isKept)
      return true
    },
  })

  const undoStep = (step: EditStep) => {
    draft.put(revertStep(draft.get(), step))
    setSteps((steps) => steps.filter((one) => one !== step))
  }
  return {
    edits,
    isKept,
    settled,
    /** Latest edits, for handlers after an await. */
    current: draft.get,
    put: draft.put,
    acts,
    takeStep,
    canUndo: steps.length > 0,
    undo: () => {
      const step = steps.at(-1)
      if (step) undoStep(step)
    },
    /** Reverts this step, even if others followed. */
    undoStep,
    /** Called after applying: applied changes cannot be undone. */
    forgetSteps: () => setSteps([]),
  }
}
export type OpenEdits = ReturnType<typeof useEdits>
export type EntryActs = OpenEdits['acts']

/** Blurs and refocuses the field, since typed text is parsed on blur. */
function commitFocusedField() {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.blur()
  field.focus()
}

/** Appends a step. One that extends `onto` replaces it, so that undo reverts both. */
const appendStep = (steps: readonly EditStep[], step: EditStep, onto: EditStep | undefined) =>
  onto && steps.includes(onto) ? steps.map((one) => (one === onto ? step : one)) : [...steps, step]

/** Tells the user who leaves the screen that open changes stay stored. */
function toastUnappliedEdits(count: number, isKept: boolean) {
  if (count === 0) return
  const [what, stay] =
    count === 1 ? ['Ein Eintrag ist', 'Er bleibt'] : [`${count} Einträge sind`, 'Sie bleiben']
  const where = isKept ? 'auf diesem Gerät' : 'in diesem Fenster'
  toast(`${what} noch nicht übernommen. ${stay} ${where}.`, { tone: 'info' })
}
