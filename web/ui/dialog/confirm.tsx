// Confirmation dialog, whose button names the action.
import { type ReactNode, useId, useState } from 'react'
import { sentenceOf } from '#web/api.ts'
import { createStore, useStore } from '#web/store.ts'
import { Button } from '../button.tsx'
import { FormActions } from '../field/form.tsx'
import { Notice } from '../notice.tsx'
import css from './confirm.module.css'
import { Modal } from './modal.tsx'

type Question = {
  title: string
  /** Explanation. */
  children?: ReactNode
  /** A verb: 'Löschen', not 'OK'. */
  verb: string
  danger?: boolean
  /** Initial focus on 'Abbrechen', as with `danger`. */
  isDoubtful?: boolean
}

type Open = Question & {
  /** Runs while the dialog is open; a failure is shown in it. */
  act?: (() => Promise<unknown>) | undefined
  answer: (yes: boolean) => void
}

const open = createStore<Open | undefined>(undefined)

/** Resolves to true after confirmation and success of `act`, if any. */
export function confirm(question: Question & { act?: () => Promise<unknown> }): Promise<boolean> {
  open.get()?.answer(false)
  return new Promise((answer) => open.set({ ...question, answer }))
}

/** Cancels the question, e.g. when a link in it navigates. */
export function withdrawQuestion() {
  open.get()?.answer(false)
  open.set(undefined)
}

/** Rendered once in the app. */
export function ConfirmHost() {
  const question = useStore(open)
  if (!question) return null
  return <QuestionDialog key={question.title} {...question} end={() => open.set(undefined)} />
}

function QuestionDialog(props: Open & { end: () => void }) {
  const { title, children, verb, danger, isDoubtful = danger, act, answer } = props
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const words = useId()
  const end = (yes: boolean) => {
    props.end()
    answer(yes)
  }
  const goOn = async () => {
    if (!act) return end(true)
    setPending(true)
    setError(undefined)
    try {
      await act()
      end(true)
    } catch (reason) {
      // Shown here, where the person is looking.
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
            onClick={() => void goOn()}
            data-autofocus={isDoubtful ? undefined : ''}
          >
            {verb}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
