// oxlint-disable jsx-a11y/prefer-tag-over-role -- one markup for rows on a desk and cards on a phone, laid out as a grid
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import type { Edits } from './edits.ts'
import type { Rules } from './read-entry.ts'
import { Row } from './row.tsx'
import type { RowActs } from './row-acts.ts'
import css from './sheet.module.css'
import { type All, CardHead, SheetHead } from './sheet-head.tsx'

type Props = {
  part: Subhappening
  items: readonly TimeEntry[]
  edits: Edits
  hints: readonly TimeHint[]
  rules: Rules
  day: string
  order: string
  onOrder: (order: string) => void
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
  refreshing: boolean
  acts: RowActs
}

/** The team: a table on a desk, a card for each person on a phone. */
export function Sheet({ part, items, edits, hints, rules, day, selected, onSelect, acts, ...props }: Props) {
  const { order, onOrder } = props
  const withSubmitted = part.can.administer
  const ticked = items.filter(({ id }) => selected.has(id)).length
  const select = (ids: number[], on: boolean) => {
    const next = new Set(selected)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onSelect(next)
  }
  const all: All = part.can.record
    ? {
        checked: ticked > 0 && ticked === items.length,
        some: ticked > 0,
        onChange: (on) =>
          select(
            items.map(({ id }) => id),
            on,
          ),
      }
    : undefined
  return (
    <div className={css['around']}>
      <CardHead order={order} onOrder={onOrder} all={all} />
      <div
        role="table"
        aria-label="Zeiten"
        aria-busy={props.refreshing || undefined}
        className={css['sheet']}
        data-ticks={all !== undefined || undefined}
        data-submitted={withSubmitted || undefined}
      >
        <SheetHead order={order} onOrder={onOrder} all={all} withSubmitted={withSubmitted} />
        <div role="rowgroup" className={css['rows']}>
          {items.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              edit={edits.get(entry.id)}
              hints={hints.filter(({ timeentry_id }) => timeentry_id === entry.id)}
              rules={rules}
              day={day}
              withSubmitted={withSubmitted}
              selected={all && selected.has(entry.id)}
              onSelect={(on) => select([entry.id], on)}
              acts={acts}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
