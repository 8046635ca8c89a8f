import { type MouseEvent, type ReactNode, useId } from 'react'
import type { Field, Value } from '#contract/document/fields.ts'
import { inWords } from '#contract/document/in-words.ts'
import type { Naming } from '#contract/document/naming.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { FieldView } from './answers-store.ts'
import css from './field.module.css'
import { ENTERED, type Mode } from './reading.ts'
import { useAnswers } from './use-answers.ts'

export type FieldProps = { field: Field; naming: Naming; mode: Mode }

type Props = FieldProps & {
  view: FieldView
  /** It has a line of its own, whatever its type. */
  isLine?: boolean
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
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Around each field: its name where nothing else says it, and what is wrong with its answer. That all is saved says the bar. */
export function FieldFrame({ field, naming, view, isLine = false, problem, hint, action, children }: Props) {
  const id = useId()
  const wrong = problem ?? view.problem
  const note = useAfterPress(wrong ?? hint)
  return (
    <span className={`${css['field']} ${css[field.type]}`} data-line={isLine} data-field={field.name}>
      {naming.isShown && (
        <label htmlFor={id} className={css['name']}>
          {field.name}
        </label>
      )}
      <span className={css['line']}>
        {children({
          id,
          'aria-label': field.required ? `${naming.spoken}, Pflichtfeld` : naming.spoken,
          'aria-describedby': note === undefined ? undefined : `${id}-note`,
          'aria-invalid': wrong ? true : undefined,
        })}
        {field.required && (
          <span className={css['required']} aria-hidden="true">
            *
          </span>
        )}
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

/** The answer was changed meanwhile in another window or on another device: shows that value, and asks which one wins. */
function ConflictChoice({ field: { name, type }, theirs }: { field: Field; theirs: Value }) {
  const store = useAnswers()
  const choose = (whose: 'mine' | 'theirs') => (event: MouseEvent<HTMLElement>) => {
    const frame = event.currentTarget.closest('[data-field]')
    store.choose(name, whose)
    // The buttons disappear, so the focus goes to the field.
    frame?.querySelector<HTMLElement>(ENTERED)?.focus()
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
          {typeof theirs === 'number' ? formatNumber(theirs) : inWords(type, theirs)}
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
