/**
 * People by fields. Rows of div of one height, so that the browser lays out only those in sight; one listener for all
 * cells. What does not fit into its cell is read in a dialog.
 */
import { type MouseEvent, memo, useState } from 'react'
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table is far slower
import type { DocResult, DocResults } from '#contract/docs.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Modal } from '#web/ui/modal.tsx'
import css from './results.module.css'

type Type = DocResults['types'][number]
type Read = { field: string; person: string; text: string }

export function ResultsTable({
  results: { fields, types, items },
  refreshing,
}: {
  results: DocResults
  refreshing: boolean
}) {
  const [read, setRead] = useState<Read>()
  const open = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-column]') : null
    const column = Number(button?.dataset['column'])
    const person = items[Number(button?.closest<HTMLElement>('[data-row]')?.dataset['row'])]
    const field = fields[column]
    if (person && field !== undefined)
      setRead({ field, person: person.display_name, text: textOf(person.values[column]) })
  }
  const columns = `var(--person) ${fields.map((field, at) => `${widthOf(field, types[at])}rem`).join(' ')}`
  return (
    <>
      <section className={css['scroller']} tabIndex={0} aria-label="Ergebnisse" data-refreshing={refreshing}>
        <div
          role="table"
          aria-label="Ergebnisse"
          aria-rowcount={items.length + 1}
          aria-colcount={fields.length + 1}
          aria-busy={refreshing}
          className={css['table']}
          style={{ '--columns': columns } as object}
          onClick={open}
        >
          <div role="row" className={css['head']}>
            <div role="columnheader" className={css['person']}>
              Person
            </div>
            {fields.map((field, at) => (
              <div key={field} role="columnheader" className={css[types[at] ?? 'text']} title={field}>
                <span>{field}</span>
              </div>
            ))}
          </div>
          {items.map((item, at) => (
            <Row key={item.user_id ?? `gone ${at}`} at={at} item={item} types={types} />
          ))}
        </div>
      </section>
      {read && (
        <Modal title={read.field} size="medium" onClose={() => setRead(undefined)}>
          <p className={css['whose']}>{read.person}</p>
          <p className={css['whole']}>{read.text}</p>
        </Modal>
      )}
    </>
  )
}

type RowProps = { at: number; item: DocResult; types: readonly Type[] }

/** Answers that have not changed since the last look keep their row as it is. */
const Row = memo(function Row({ at, item: { user_id, display_name, values }, types }: RowProps) {
  return (
    <div role="row" className={css['row']} data-row={at}>
      <div role="rowheader" className={css['person']} data-gone={user_id === null} title={display_name}>
        <span>{display_name}</span>
      </div>
      {values.map((value, column) => {
        const type = types[column] ?? 'text'
        const text = textOf(value)
        return (
          <div key={column} role="cell" className={css[type]}>
            {text.length > fitting[type] || text.includes('\n') ? (
              <button type="button" data-column={column}>
                <span>{text}</span>
              </button>
            ) : (
              text
            )}
          </div>
        )
      })}
    </div>
  )
})

const textOf = (value: DocResult['values'][number] | undefined) =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '')

/** How many letters stand in a cell for sure. */
const fitting: Record<Type, number> = { text: 11, checkbox: 11, textarea: 32 }
const widths: Record<Type, number> = { text: 8, checkbox: 8, textarea: 16 }
const WIDEST = 16

/** In rem: wide enough for its answers, the longest word of its name, and that name in three lines. */
function widthOf(field: string, type: Type = 'text'): number {
  const word = Math.max(...field.split(/[\s-]/).map(({ length }) => length))
  return Math.min(Math.max(widths[type], word * 0.56 + 1.75, field.length * 0.25), WIDEST)
}
