import type { Field, Value } from '#contract/document/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import css from './field.module.css'
import { useAnswers } from './use-answers.ts'

/** Below a field that was filled in meanwhile in another window or on another device: what stands there now, beside what was typed here, and who wins. */
export function Disputed({ field: { name, type }, theirs }: { field: Field; theirs: Value }) {
  const store = useAnswers()
  return (
    <span role="alert" className={css['disputed']}>
      <span>
        {theirs === null
          ? 'Woanders wurde diese Angabe inzwischen geleert.'
          : 'Woanders steht hier inzwischen:'}
      </span>
      {theirs !== null && (
        <q className={css['theirs']} data-long={type === 'textarea' || undefined}>
          {typeof theirs === 'number' ? formatNumber(theirs) : theirs}
        </q>
      )}
      <span className={css['choose']}>
        <Button size="small" onClick={() => store.choose(name, 'mine')}>
          Meine behalten
        </Button>
        <Button size="small" onClick={() => store.choose(name, 'theirs')}>
          Andere übernehmen
        </Button>
      </span>
    </span>
  )
}
