// Frame of a field: label, error, and the choice in a conflict.
import { type MouseEvent, type ReactNode, useId } from 'react'
import { type AnswerValue, type Field, validValue } from '#contract/document/fields.ts'
import { formatAnswer } from '#contract/document/in-words.ts'
import type { FieldLabel } from '#contract/document/naming.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { FieldView } from './answers.ts'
import css from './field.module.css'
import { FOCUSABLE_SELECTOR } from './navigate.ts'
import { useReading } from './reading.ts'

export type FieldProps = { field: Field; naming: FieldLabel }

type Props = FieldProps & {
  view: FieldView
  /** The field is on a line of its own. */
  isLine?: boolean
  /** Why the content is invalid. */
  problem?: string | undefined
  /** Sentence that says how the content was understood. */
  hint?: string | undefined
  /** The hint is shown while typing, as an overlay that does not move other content. */
  isTransient?: boolean
  /** Button beside the hint. */
  action?: { text: string; act: () => void } | undefined
  children: (aria: FieldAria) => ReactNode
}

/** Props of inputs for choices, days, times and pictures. */
export type InputProps = {
  field: Field
  view: FieldView
  /** Empty for none. */
  value: string
  /** Text that is not a valid day or time. */
  invalidText: string | undefined
  disabled: boolean
  onChange: (value: string | null) => void
  onInvalidText: (text: string) => void
  aria: FieldAria
  /** The input shows its label itself. */
  isNamed: boolean
}

type FieldAria = {
  id: string
  'aria-label': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Frame of a field: label where the text has none, and errors. The saved state is shown in the bar. */
export function FieldFrame({
  field,
  naming,
  view,
  isLine = false,
  problem,
  hint,
  isTransient = false,
  action,
  children,
}: Props) {
  const id = useId()
  const wrong = problem ?? view.problem
  // An incomplete number counts as invalid only once its field reports a problem: the next key may make it
  // valid.
  const isNone = 'unreadable' in view.typed && (problem !== undefined || field.type !== 'text')
  const stored = useAfterPress(isNone ? (view.stored ?? undefined) : undefined)
  const said = useAfterPress(wrong ?? hint)
  const note = said ?? stored
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
          'aria-label': field.required ? `${naming.accessibleName}, Pflichtfeld` : naming.accessibleName,
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
        <span className={css['note']} data-transient={isTransient && !wrong && stored === undefined}>
          <span id={`${id}-note`} className={wrong ? css['problem'] : css['hint']}>
            {said}
            {stored !== undefined && <StoredValueNote field={field} stored={stored} />}
          </span>
          {action && !wrong && (
            <Button size="small" aria-describedby={`${id}-note`} onClick={action.act}>
              {action.text}
            </Button>
          )}
        </span>
      )}
      {view.theirs && <ConflictChoice field={field} {...view.theirs} />}
    </span>
  )
}

type ConflictChoiceProps = { field: Field; value: AnswerValue; isNewRound: boolean }

/** The answer was changed elsewhere, or a new round has begun: shows both values and asks which to keep. */
function ConflictChoice({ field: { name, type }, value, isNewRound }: ConflictChoiceProps) {
  const { answers } = useReading()
  const choose = (whose: 'mine' | 'theirs') => (event: MouseEvent<HTMLElement>) => {
    const frame = event.currentTarget.closest('[data-field]')
    answers.choose(name, whose)
    // The buttons disappear, so the field gets the focus.
    frame?.querySelector<HTMLElement>(FOCUSABLE_SELECTOR)?.focus()
  }
  return (
    <span role="alert" className={css['conflict']}>
      <span>{isNewRound ? newRoundSentence(value) : otherDeviceSentence(value)}</span>
      {value !== null && (
        <q className={css['theirs']} data-long={type === 'textarea' || undefined}>
          {valueInWords(type, value)}
        </q>
      )}
      <span className={css['choose']}>
        <Button size="small" onClick={choose('mine')}>
          Meine Angabe behalten
        </Button>
        <Button size="small" onClick={choose('theirs')}>
          {isNewRound && value === null ? 'Leer lassen' : 'Andere Angabe übernehmen'}
        </Button>
      </span>
    </span>
  )
}

const newRoundSentence = (value: AnswerValue) =>
  `Inzwischen hat eine neue Runde begonnen, und Ihre Angabe ist aus einer früheren.${value === null ? '' : ' In der neuen steht schon:'}`

const otherDeviceSentence = (value: AnswerValue) =>
  value === null
    ? 'Diese Angabe ist inzwischen leer: Sie wurde auf einem anderen Gerät gelöscht, oder eine neue Runde hat begonnen.'
    : 'Auf einem anderen Gerät steht jetzt:'

/** Shows the stored value while the field's text is invalid. */
function StoredValueNote({ field, stored }: { field: Field; stored: AnswerValue }) {
  const value = validValue(field, stored)
  if (value === null) return null
  return field.type === 'textarea'
    ? ' Gespeichert bleibt der Text von vorher.'
    : ` Gespeichert bleibt ${valueInWords(field.type, value)}.`
}

const valueInWords = (type: Field['type'], value: string | number) =>
  typeof value === 'number' ? formatNumber(value) : formatAnswer(type, value)
