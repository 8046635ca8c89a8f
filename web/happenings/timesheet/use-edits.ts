import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { type Step, undo } from './bulk.ts'
import { type Edits, settle } from './edits.ts'
import { editsQuery, listen, presentEdits, setEdits, type Whose } from './kept-edits.ts'

/** The open changes of a sub-happening and the ways to change them. `items` are the entries as the server has them. */
export function useEdits({ user_id, subhappening_id }: Whose, items: readonly TimeEntry[]) {
  const whose = { user_id, subhappening_id }
  const edits = useSuspenseQuery(editsQuery(whose)).data
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [isKept, setIsKept] = useState(true)

  useEffect(() => listen({ user_id, subhappening_id }), [user_id, subhappening_id])

  const set = (next: Edits) => {
    if (next !== presentEdits(whose)) void setEdits(whose, next).then(setIsKept)
  }
  useEffect(() => {
    const whose = { user_id, subhappening_id }
    const before = presentEdits(whose)
    const left = settle(before, items)
    if (left !== before) void setEdits(whose, left).then(setIsKept)
  }, [user_id, subhappening_id, items])

  return {
    edits,
    /** Whether they would survive a reload. */
    isKept,
    canUndo: steps.length > 0,
    present: () => presentEdits(whose),
    change: (by: (edits: Edits) => Edits) => set(by(presentEdits(whose))),
    /** A change that can be taken back; answers how many entries were changed. */
    takeStep(by: (edits: Edits) => { edits: Edits; step: Step }): number {
      const { edits, step } = by(presentEdits(whose))
      if (step.after.size > 0) setSteps((steps) => [...steps, step])
      set(edits)
      return step.after.size
    },
    undo() {
      const step = steps.at(-1)
      if (!step) return
      setSteps(steps.slice(0, -1))
      set(undo(presentEdits(whose), step))
    },
    /** Once they are applied there is no way back but another change. */
    forgetSteps: () => setSteps([]),
  }
}
export type OpenEdits = ReturnType<typeof useEdits>
