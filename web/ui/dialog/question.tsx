// The dialog of a question; `confirm` opens it.
import { type ReactNode, useId, useState } from 'react'
import { sentenceOf } from '#web/api.ts'
import { Button } from '../button.tsx'
import { FormActions } from '../field/form.tsx'
import { Notice } from '../notice.tsx'
import { Modal } from './modal.tsx'
import css from './question.module.css'

export type Question = {
  title: string
  /** What it means, when the title does not say it all. */
  children?: ReactNode
  /** A verb: 'Löschen', not 'OK'. */
  verb: string
  danger?: boolean
  /** The focus begins at 'Abbrechen', as it does for `danger`. */
  isDoubtful?: boolean
}

export type Asked = Question & {
  /** Runs while the question stays open; when it fails, its message is shown there. */
  act?: (() => Promise<unknown>) | undefined
  answer: (yes: boolean) => void
}

export function Asking(props: Asked & { end: () => void }) {
  const { title, children, verb, danger, isDoubtful = danger, act, answer } = props
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const words = useId()
  const end = (yes: boolean) => {
    props.end()
    answer(yes)
  }
  const confirm = async () => {
    if (!act) return end(true)
    setPending(true)
    setError(undefined)
    try {
      await act()
      end(true)
    } catch (reason) {
      // The person is looking here, so a failure is shown here.
      setError(sentenceOf(reason))
      setPending(false)
    }
  }
  return (
    <Modal
      title={title}
      role="alertdialog"
      describedBy={children ? words : undefined}
      busy={pending}
      onClose={() => end(false)}
    >
      <div className={css['question']}>
        {children && (
          <div id={words} className={css['words']}>
            {children}
          </div>
        )}
        {error && <Notice tone="danger">{error}</Notice>}
        <FormActions>
          <Button onClick={() => end(false)} disabled={pending} data-autofocus={isDoubtful ? '' : undefined}>
            Abbrechen
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            onClick={() => void confirm()}
            data-autofocus={isDoubtful ? undefined : ''}
          >
            {verb}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
