// Saving: one at a time, never over somebody else's work unasked.
import { useState } from 'react'
import { Failed } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import type { Editor } from '../editor.ts'
import { saveDoc } from '../queries.ts'

type Saving = {
  busy: boolean
  /** Somebody else has saved since this text was opened. */
  conflict: boolean
  save: (over?: 'anything') => Promise<boolean>
  giveUp: () => void
}

export function useSaving(
  doc_id: number,
  editor: Editor,
  version: number,
  onSaved: (version: number) => void,
): Saving {
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState(false)

  async function save(over?: 'anything'): Promise<boolean> {
    if (busy) return false
    setConflict(false)
    setBusy(true)
    const work = editor.take()
    try {
      const next = await saveDoc(doc_id, work, over === 'anything' ? undefined : version)
      work.onSaved()
      onSaved(next)
      toast('Prozess gespeichert')
      return true
    } catch (problem) {
      if (problem instanceof Failed && problem.status === 412) setConflict(true)
      else toastFailure(problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, conflict, save, giveUp: () => setConflict(false) }
}
