import { useEffect, useMemo } from 'react'
import { debounce } from '#web/ui/debounce.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import { useWriteSoon } from '#web/unsaved/use-write-soon.ts'
import type { Desk } from './desk.ts'
import { type Draft, forgetDraft, keepDraft, type Whose } from './drafts.ts'

export type Keeping = {
  work: () => Draft
  flush: () => void
  /** What waits to be written down is not wanted any more. */
  cancel: () => void
}

const PAUSE = 500 // ms without a key, before a whole document is written down

const now = () => new Date()

/** Keeps what is not saved, a moment after the last key and at the latest on leaving. */
export function useKeeping(desk: Desk, version: number, { user_id, doc_id }: Whose): Keeping {
  const latest = useLatest(version)
  const keeping = useMemo(() => {
    const whose = { user_id, doc_id }
    const work = (): Draft => ({ ...desk.unsaved(), version: latest.current, at: now() })
    const write = debounce(() => {
      void (desk.isChanged() ? keepDraft(whose, work()) : forgetDraft(whose))
    }, PAUSE)
    return { work, write, flush: write.flush, cancel: write.cancel }
  }, [desk, latest, user_id, doc_id])

  useEffect(() => {
    let { doc } = desk.state
    // Work that was fetched back is kept by nobody yet.
    if (desk.isChanged()) keeping.write.call()
    return desk.states.subscribe(() => {
      if (desk.state.doc === doc && desk.isChanged()) return
      doc = desk.state.doc
      keeping.write.call()
    })
  }, [desk, keeping])
  useWriteSoon(keeping)
  return keeping
}
