// Saving: one at a time, never over somebody else's work unasked, and the question when somebody else was faster.
import { useState } from 'react'
import { Failed, sentenceOf } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormActions } from '#web/ui/form.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Editor } from './editor.ts'
import css from './editor-screen.module.css'
import { saveDoc } from './queries.ts'

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

type ConflictProps = {
  onOverwrite: () => Promise<unknown>
  onReload: () => Promise<unknown>
  onClose: () => void
}

/** Two people have written; neither text shall be lost, whatever is chosen. */
export function Conflict({ onOverwrite, onReload, onClose }: ConflictProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const go = async (act: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await act()
    } catch (problem) {
      if (!(problem instanceof Failed)) reportError(problem)
      setError(sentenceOf(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal title="Inzwischen hat jemand anderes gespeichert" role="alertdialog" busy={busy} onClose={onClose}>
      <div className={css['conflict']}>
        <p>
          „Überschreiben“ speichert Ihre Fassung. „Neu laden“ zeigt die gespeicherte. Die jeweils andere liegt
          danach über dem Text zum Zurückholen bereit.
        </p>
        {error && <Notice tone="danger">{error}</Notice>}
        <FormActions>
          <Button disabled={busy} onClick={onClose} data-autofocus="">
            Abbrechen
          </Button>
          <Button disabled={busy} onClick={() => void go(onReload)}>
            Neu laden
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => void go(onOverwrite)}>
            Überschreiben
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
