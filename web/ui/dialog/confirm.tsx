// Questions to the user, awaited from anywhere: `await confirm({ title, verb, act })`.
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { CallError, errorSentence } from '#web/api.ts'
import { createStore, useStore } from '#web/store.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Button, type ButtonProps } from '../button.tsx'
import { FormActions } from '../field/form.tsx'
import { Notice } from '../notice.tsx'
import { toast } from '../toast/toast-store.ts'
import css from './confirm.module.css'
import { Modal } from './modal.tsx'

type OpenDialog = { id: number; dialog: ReactNode; withdraw: () => void; isPrompt: boolean }

const openDialogs = createStore<readonly OpenDialog[]>([])
let lastId = 0

/**
 * Shows the dialog that `draw` returns above all others. Resolves with the argument of `end`, or with undefined if
 * the question is withdrawn. `isPrompt`: a later question does not withdraw it.
 */
export function openQuestion<T>(
  draw: (end: (answer?: T) => void) => ReactNode,
  { isPrompt = false } = {},
): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>()
  const id = ++lastId
  const end = (answer?: T) => {
    openDialogs.set(openDialogs.get().filter((other) => other.id !== id))
    resolve(answer)
  }
  openDialogs.set([...openDialogs.get(), { id, dialog: draw(end), withdraw: end, isPrompt }])
  return promise
}

/** Cancels open questions, e.g. when a link inside navigates. */
export function withdrawQuestions() {
  for (const { withdraw } of openDialogs.get()) withdraw()
}

/** Rendered once in the app. */
export const QuestionHost = () =>
  useStore(openDialogs).map(({ id, dialog }) => <Fragment key={id}>{dialog}</Fragment>)

type QuestionChoice<T> = {
  /** A verb: 'Löschen', not 'OK'. */
  verb: string
  variant?: ButtonProps['variant']
  /** Runs while the dialog is open; a failure is shown in it. */
  act: () => T | Promise<T>
}

type Question = {
  title: string
  /** Explanation. */
  children?: ReactNode
  /** Initial focus on 'Abbrechen' instead of the last choice. */
  focusesCancel?: boolean | undefined
}

/** Result of the chosen action, or undefined. Withdraws open questions, but no prompts. */
export function choose<T>(
  question: Question & { choices: readonly QuestionChoice<T>[] },
): Promise<T | undefined> {
  for (const { withdraw, isPrompt } of openDialogs.get()) if (!isPrompt) withdraw()
  return openQuestion((end) => <QuestionDialog {...question} end={end} />)
}

type ConfirmOptions<T> = Question & {
  verb: string
  danger?: boolean
  act?: () => Promise<T>
  /** Toast afterwards. */
  done?: string
}

/** Result of `act` after confirmation, wrapped as `answer`. Undefined if the user cancels. */
export async function confirm<T = undefined>({
  verb,
  danger,
  act,
  done,
  focusesCancel = danger,
  ...question
}: ConfirmOptions<T>): Promise<{ answer: T } | undefined> {
  const choice: QuestionChoice<{ answer: T }> = {
    verb,
    variant: danger ? 'danger' : 'primary',
    act: async () => ({ answer: (await act?.()) as T }),
  }
  const confirmed = await choose({ ...question, focusesCancel, choices: [choice] })
  if (confirmed && done) toast(done)
  return confirmed
}

function QuestionDialog<T>(
  props: Question & { choices: readonly QuestionChoice<T>[]; end: (answer?: T) => void },
) {
  const { title, children, focusesCancel, choices, end } = props
  const [running, setRunning] = useState<QuestionChoice<T>>()
  const [error, setError] = useState<string>()
  const words = useId()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  const run = async (choice: QuestionChoice<T>) => {
    setRunning(choice)
    setError(undefined)
    try {
      end(await choice.act())
    } catch (reason) {
      // The question was withdrawn meanwhile, so a toast shows the failure.
      if (!isShown.current) {
        toastFailure(reason)
        return
      }
      if (!(reason instanceof CallError)) reportError(reason)
      setError(errorSentence(reason))
      setRunning(undefined)
    }
  }
  return (
    <Modal
      title={title}
      role="alertdialog"
      describedBy={children ? words : undefined}
      size={choices.length > 1 ? 'medium' : 'small'}
      busy={running !== undefined}
      onClose={() => end()}
    >
      <div className={css['question']}>
        {children && (
          <div id={words} className={css['words']}>
            {children}
          </div>
        )}
        {error && <Notice tone="danger">{error}</Notice>}
        <FormActions>
          <Button
            onClick={() => end()}
            disabled={running !== undefined}
            data-autofocus={focusesCancel ? '' : undefined}
          >
            Abbrechen
          </Button>
          {choices.map((choice) => (
            <Button
              key={choice.verb}
              variant={choice.variant}
              pending={choice === running}
              disabled={running !== undefined && choice !== running}
              onClick={() => void run(choice)}
              data-autofocus={!focusesCancel && choice === choices.at(-1) ? '' : undefined}
            >
              {choice.verb}
            </Button>
          ))}
        </FormActions>
      </div>
    </Modal>
  )
}
