// Dialog after a conflicting save.
import { useState } from 'react'
import { Failed, sentenceOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './conflict.module.css'

type ConflictProps = {
  onOverwrite: () => Promise<unknown>
  onReload: () => Promise<unknown>
  onClose: () => void
}

/** Whatever is chosen, the other text is kept. */
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
    <Modal
      title="Inzwischen hat jemand anderes gespeichert"
      role="alertdialog"
      size="medium"
      busy={busy}
      onClose={onClose}
    >
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
