// Dialog before leaving with unsaved changes: stay, keep them in this browser, or save.
import { type ReactNode, useState } from 'react'
import { useLeaving } from '#web/outbox/leaving.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { type Editor, useEditor } from '../editor.ts'
import css from './leave-dialog.module.css'

/** `save` returns whether it succeeded. */
export function useAskedLeaving(
  editor: Editor,
  isSaved: () => boolean,
  save: () => Promise<boolean>,
): ReactNode {
  const [question, setQuestion] = useState<{ answer: (mayLeave: boolean) => void }>()
  const ask = () => new Promise<boolean>((answer) => setQuestion({ answer }))
  useLeaving({ wouldLose: () => !isSaved(), confirmLeave: () => isSaved() || ask() })
  if (!question) return null
  const answer = (mayLeave: boolean) => {
    setQuestion(undefined)
    question.answer(mayLeave)
  }
  return (
    <LeaveDialog
      editor={editor}
      onStay={() => answer(false)}
      onLeave={() => answer(true)}
      onSave={async () => answer(await save())}
    />
  )
}

type Props = { editor: Editor; onStay: () => void; onLeave: () => void; onSave: () => Promise<void> }

/** Shown although the draft is kept, since nobody else sees it. */
function LeaveDialog({ editor, onStay, onLeave, onSave }: Props) {
  const [busy, setBusy] = useState(false)
  const isUploading = useEditor(editor, editor.isUploading)
  const save = async () => {
    setBusy(true)
    await uploaded(editor)
    await onSave()
  }
  return (
    <Modal
      title="Den Prozess verlassen, ohne zu speichern?"
      role="alertdialog"
      describedBy="was-bleibt"
      size="medium"
      busy={busy}
      onClose={onStay}
    >
      <div className={css['words']}>
        <p id="was-bleibt">
          Ihre Änderungen bleiben in diesem Browser erhalten, bis Sie sich abmelden.
          {isUploading && ' Ein Bild wird noch hochgeladen: Mit „Verlassen“ geht es verloren.'}
        </p>
        <FormActions>
          <Button onClick={onStay} disabled={busy}>
            Abbrechen
          </Button>
          <Button onClick={onLeave} disabled={busy}>
            Verlassen
          </Button>
          <Button variant="primary" pending={busy} onClick={() => void save()} data-autofocus="">
            Speichern und verlassen
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}

/** Waits for running uploads. */
const uploaded = ({ states, isUploading }: Editor) =>
  new Promise<void>((done) => {
    const look = () => {
      if (isUploading()) return
      stop()
      done()
    }
    const stop = states.subscribe(look)
    look()
  })
