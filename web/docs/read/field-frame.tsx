import { type ReactNode, useId } from 'react'
import type { Field } from '#contract/document/fields.ts'
import type { Naming } from '#contract/document/naming.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { FieldView, SaveState } from './answers-store.ts'
import { Disputed } from './disputed.tsx'
import css from './field.module.css'
import type { Mode } from './reading.ts'

export type FieldProps = { field: Field; naming: Naming; mode: Mode }

type Props = FieldProps & {
  view: FieldView
  /** Why what stands in it is no answer, or how it is read. */
  problem?: string | undefined
  hint?: string | undefined
  /** What can be done about the hint. */
  action?: { text: string; act: () => void } | undefined
  children: (aria: FieldAria) => ReactNode
}

export type FieldAria = {
  id: string
  'aria-label': string
  'aria-describedby': string
  'aria-invalid': true | undefined
}

/** Around each field: its name where nothing else says it, how its answer is kept, and what is wrong with it. */
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
          'aria-describedby': `${id}-state ${id}-note`,
          'aria-invalid': wrong ? true : undefined,
        })}
        {mode === 'fill' && <Mark id={`${id}-state`} state={view.state} />}
      </span>
      {note !== undefined && (
        <span className={css['said']}>
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
      {view.theirs && <Disputed field={field} theirs={view.theirs.value} />}
    </span>
  )
}

/** Says of one answer whether the server has it. */
function Mark({ id, state }: { id: string; state: SaveState }) {
  return (
    <span id={id} className={`${css['mark']} ${css[state]}`} title={words[state]}>
      {signs[state]}
      <span className={state === 'failed' ? undefined : 'only-read'}>{words[state]}</span>
    </span>
  )
}

const signs: Record<SaveState, ReactNode> = {
  none: null,
  waiting: <span className={css['dot']} />,
  saving: <Spinner size={14} />,
  saved: <CheckIcon size={16} />,
  failed: <WarningIcon size={16} />,
}
const words: Record<SaveState, string> = {
  none: '',
  waiting: 'wird gespeichert',
  saving: 'wird gespeichert',
  saved: 'gespeichert',
  failed: 'nicht gespeichert',
}
