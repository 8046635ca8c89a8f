// What a question looks like while it stands; `confirm` asks it.
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
  /** Rather not: the keyboard begins at 'Abbrechen', as where something is in danger. */
  isDoubtful?: boolean
}

export type Asked = Question & {
  /** Runs while the question stays open; when it fails, its message is shown there. */
  act?: (() => Promise<unknown>) | undefined
  answer: (yes: boolean) => void
}

export function Asking({ act, answer, end: close, ...question }: Asked & { end: () => void }) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const end = (yes: boolean) => {
    close()
    answer(yes)
  }
  const yes = async () => {
    if (!act) return end(true)
    setPending(true)
    setError(undefined)
    try {
      await act()
      end(true)
    } catch (reason) {
      // The question is where the answer is expected: whatever failed is told here.
      setError(sentenceOf(reason))
      setPending(false)
    }
  }
  return (
    <Confirm
      {...question}
      pending={pending}
      error={error}
      onConfirm={() => void yes()}
      onCancel={() => end(false)}
    />
  )
}

type ConfirmProps = Question & {
  onConfirm: () => void
  onCancel: () => void
  pending?: boolean | undefined
  error?: string | null | undefined
}

function Confirm({
  title,
  children,
  verb,
  danger,
  isDoubtful = danger,
  onConfirm,
  onCancel,
  pending,
  error,
}: ConfirmProps) {
  const words = useId()
  return (
    <Modal
      title={title}
      role="alertdialog"
      describedBy={children ? words : undefined}
      busy={pending ?? false}
      onClose={onCancel}
    >
      <div className={css['question']}>
        {children && (
          <div id={words} className={css['words']}>
            {children}
          </div>
        )}
        {error && <Notice tone="danger">{error}</Notice>}
        <FormActions>
          <Button onClick={onCancel} disabled={pending} data-autofocus={isDoubtful ? '' : undefined}>
            Abbrechen
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            onClick={onConfirm}
            data-autofocus={isDoubtful ? undefined : ''}
          >
            {verb}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
