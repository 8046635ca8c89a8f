import type { MouseEvent } from 'react'
import type { Field, Value } from '#contract/document/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import css from './field.module.css'
import { useAnswers } from './use-answers.ts'

/** Below a field that was filled in meanwhile in another window or on another device: what stands there now, beside what was typed here, and who wins. */
export function Disputed({ field: { name, type }, theirs }: { field: Field; theirs: Value }) {
  const store = useAnswers()
  const choose = (whose: 'mine' | 'theirs') => (event: MouseEvent<HTMLElement>) => {
    const frame = event.currentTarget.closest('[data-field]')
    store.choose(name, whose)
    // The question goes, and the field goes on from there.
    frame?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  return (
    <span role="alert" className={css['disputed']}>
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
