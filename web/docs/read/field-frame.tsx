import { type MouseEvent, type ReactNode, useId } from 'react'
import type { Field, Value } from '#contract/document/fields.ts'
import type { Naming } from '#contract/document/naming.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { CheckIcon, WarningIcon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { FieldView, SaveStatus } from './answers-store.ts'
import css from './field.module.css'
import type { Mode } from './reading.ts'
import { useAnswers } from './use-answers.ts'

export type FieldProps = { field: Field; naming: Naming; mode: Mode }

type Props = FieldProps & {
  view: FieldView
  /** Why its content is no answer. */
  problem?: string | undefined
  /** How its content is read. */
  hint?: string | undefined
  /** Offered beside the hint. */
  action?: { text: string; act: () => void } | undefined
  children: (aria: FieldAria) => ReactNode
}

export type FieldAria = {
  id: string
  'aria-label': string
  'aria-describedby': string
  'aria-invalid': true | undefined
}

/** Around each field: its name where nothing else says it, whether its answer is saved, and what is wrong with it. */
export function FieldFrame({ field, naming, mode, view, problem, hint, action, children }: Props) {
  const id = useId()
  const wrong = problem ?? view.problem
  const note = wrong ?? hint
  return (
    <span className={`${css['field']} ${css[field.type]}`} data-field={field.name}>
      {naming.isShown && (
        <label htmlFor={id} className={css['name']}>
          {field.name}
        </label>
      )}
      <span className={css['line']}>
        {children({
          id,
          'aria-label': naming.spoken,
          'aria-describedby': `${id}-status ${id}-note`,
          'aria-invalid': wrong ? true : undefined,
        })}
        {mode === 'fill' && <StatusMark id={`${id}-status`} status={view.status} />}
      </span>
      {note !== undefined && (
        <span className={css['note']}>
          <span id={`${id}-note`} className={wrong ? css['problem'] : css['hint']}>
            {note}
          </span>
          {action && !wrong && (
            <Button size="small" aria-describedby={`${id}-note`} onClick={action.act}>
              {action.text}
            </Button>
          )}
        </span>
      )}
      {view.theirs && <ConflictChoice field={field} theirs={view.theirs.value} />}
    </span>
  )
}

/** Whether the server has this answer. */
function StatusMark({ id, status }: { id: string; status: SaveStatus }) {
  return (
    <span id={id} className={`${css['mark']} ${css[status]}`} title={words[status]}>
      {signs[status]}
      <span className={status === 'failed' ? undefined : 'only-read'}>{words[status]}</span>
    </span>
  )
}

const signs: Record<SaveStatus, ReactNode> = {
  none: null,
  waiting: <span className={css['dot']} />,
  saving: <Spinner size={14} />,
  saved: <CheckIcon size={16} />,
  failed: <WarningIcon size={16} />,
}
const words: Record<SaveStatus, string> = {
  none: '',
  waiting: 'wird gespeichert',
  saving: 'wird gespeichert',
  saved: 'gespeichert',
  failed: 'nicht gespeichert',
}

/** The answer was changed meanwhile in another window or on another device: shows that value, and asks which one wins. */
function ConflictChoice({ field: { name, type }, theirs }: { field: Field; theirs: Value }) {
  const store = useAnswers()
  const choose = (whose: 'mine' | 'theirs') => (event: MouseEvent<HTMLElement>) => {
    const frame = event.currentTarget.closest('[data-field]')
    store.choose(name, whose)
    // The buttons disappear, so the focus goes to the field.
    frame?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  return (
    <span role="alert" className={css['conflict']}>
      <span>
        {theirs === null
          ? 'Auf einem anderen Gerät ist diese Angabe jetzt leer.'
          : 'Auf einem anderen Gerät steht jetzt:'}
      </span>
      {theirs !== null && (
        <q className={css['theirs']} data-long={type === 'textarea' || undefined}>
          {typeof theirs === 'number' ? formatNumber(theirs) : theirs}
        </q>
      )}
      <span className={css['choose']}>
        <Button size="small" onClick={choose('mine')}>
          Meine Angabe behalten
        </Button>
        <Button size="small" onClick={choose('theirs')}>
          Andere Angabe übernehmen
        </Button>
      </span>
    </span>
  )
}
