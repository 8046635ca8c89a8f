// A question before something happens: the button says what will be done.
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
  /** What it means, when the title does not say it all. */
  children?: ReactNode
  /** A verb: 'Löschen', not 'OK'. */
  verb: string
  danger?: boolean
  /** The focus begins at 'Abbrechen', as it does for `danger`. */
  isDoubtful?: boolean
}

type Open = Question & {
  /** Runs while the question stays open; when it fails, its message is shown there. */
  act?: (() => Promise<unknown>) | undefined
  answer: (yes: boolean) => void
}

const open = createStore<Open | undefined>(undefined)

/** Resolves to true once it is confirmed and `act`, if there is one, has succeeded. */
export function confirm(question: Question & { act?: () => Promise<unknown> }): Promise<boolean> {
  open.get()?.answer(false)
  return new Promise((answer) => open.set({ ...question, answer }))
}

/** As if somebody had said no: what stands in the question leads elsewhere. */
export function withdrawQuestion() {
  open.get()?.answer(false)
  open.set(undefined)
}

/** Stands once in the app, beside the toasts. */
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
