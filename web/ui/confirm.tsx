/** A question before something happens: the button says what will be done. */

import { type ReactNode, useId, useState } from 'react'
import { sentenceOf } from '#web/api.ts'
import { createStore, useStore } from '#web/store.ts'
import { Button } from './button.tsx'
import css from './confirm.module.css'
import { FormActions } from './form.tsx'
import { Modal } from './modal.tsx'
import { Notice } from './notice.tsx'

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

type ConfirmProps = Question & {
  onConfirm: () => void
  onCancel: () => void
  pending?: boolean | undefined
  error?: string | null | undefined
}

export function Confirm({
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

type Asked = Question & {
  /** Runs while the question stays open; when it fails, its message is shown there. */
  act?: (() => Promise<unknown>) | undefined
  answer: (yes: boolean) => void
}

const asked = createStore<Asked | undefined>(undefined)

/** Resolves to true once it is confirmed and `act`, if there is one, has succeeded. */
export function confirm(question: Question & { act?: () => Promise<unknown> }): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((answer) => asked.set({ ...question, answer }))
}

/** As if somebody had said no: what stands in the question leads elsewhere. */
export function takeBack() {
  asked.get()?.answer(false)
  asked.set(undefined)
}

/** Stands once in the app, beside the toasts. */
export function ConfirmHost() {
  const question = useStore(asked)
  return question ? <Asking key={question.title} {...question} /> : null
}

function Asking({ act, answer, ...question }: Asked) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const end = (yes: boolean) => {
    asked.set(undefined)
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
