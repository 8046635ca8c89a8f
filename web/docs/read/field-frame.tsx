import { type ReactNode, useId } from 'react'
import type { Field } from '#contract/document/fields.ts'
import type { Naming } from '#contract/document/naming.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import type { FieldView } from './answers-view.ts'
import { ConflictChoice, WhatCounts } from './conflict-choice.tsx'
import css from './field.module.css'
import type { Mode } from './reading.ts'

export type FieldProps = { field: Field; naming: Naming; mode: Mode }

type Props = FieldProps & {
  view: FieldView
  /** It has a line of its own, whatever its type. */
  isLine?: boolean
  /** Why its content is no answer. */
  problem?: string | undefined
  /** How its content is read. */
  hint?: string | undefined
  /** The hint is of what is being typed: it lies above what stands below, and moves nothing. */
  isTransient?: boolean
  /** Offered beside the hint. */
  action?: { text: string; act: () => void } | undefined
  children: (aria: FieldAria) => ReactNode
}

type FieldAria = {
  id: string
  'aria-label': string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * Around each field: its name where nothing else says it, and what is wrong with its answer. That all is saved says
 * the bar.
 */
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
  // What is no number may become one with the next key.
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
        <span className={css['note']} data-transient={isTransient && !wrong && stored === undefined}>
          <span id={`${id}-note`} className={wrong ? css['problem'] : css['hint']}>
            {said}
            {stored !== undefined && <WhatCounts field={field} stored={stored} />}
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
