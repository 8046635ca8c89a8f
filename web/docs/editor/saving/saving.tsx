// Saving: one at a time, never over somebody else's work unasked.
import { useEffect, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { Failed } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import type { Editor } from '../editor.ts'
import { freshDoc, saveDoc } from '../queries.ts'
import type { DraftOwner } from './drafts.ts'

type Saving = {
  busy: boolean
  /** Somebody else has saved since this text was opened. */
  conflict: boolean
  save: (over?: 'anything') => Promise<boolean>
  giveUp: () => void
}

export function useSaving(doc: Doc, owner: DraftOwner, editor: Editor, onSaved: () => void): Saving {
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState(false)
  const latest = useLatest(onSaved)

  // The answer to a save was lost, or came when its page was gone.
  useEffect(() => {
    if (!busy && doc.version > editor.version && editor.recognize(doc)) latest.current()
  }, [busy, doc, editor, latest])

  /** Answers whether it is saved; if not, somebody else has been faster. */
  async function send(over: number | undefined): Promise<boolean> {
    const work = editor.take()
    try {
      const next = await saveDoc(owner, work, over)
      work.onSaved(next)
      onSaved()
      return true
    } catch (problem) {
      if (!(problem instanceof Failed && problem.status === 412)) throw problem
      // Where somebody else is signed in by now, this fails as well.
      const theirs = await freshDoc(doc.id).catch(() => Promise.reject(problem))
      if (!editor.recognize(theirs)) return false
      onSaved()
      return !editor.isChanged() || send(theirs.version)
    }
  }

  async function save(over?: 'anything'): Promise<boolean> {
    if (busy) return false
    setConflict(false)
    setBusy(true)
    try {
      const isSaved = await send(over === 'anything' ? undefined : editor.version)
      if (isSaved) toast('Prozess gespeichert')
      else setConflict(true)
      return isSaved
    } catch (problem) {
      toastFailure(problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, conflict, save, giveUp: () => setConflict(false) }
}
