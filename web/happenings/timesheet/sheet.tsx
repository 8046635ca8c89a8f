// oxlint-disable jsx-a11y/prefer-tag-over-role -- one markup for rows on a desk and cards on a phone, laid out as a grid
import { type ReactNode, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { ClockIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { TimesheetSearch } from '../search.ts'
import type { Edits } from './edits.ts'
import { History } from './history.tsx'
import { Row } from './row.tsx'
import css from './sheet.module.css'
import { type All, CardHead, SheetHead } from './sheet-head.tsx'
import type { EntryActs } from './use-edits.tsx'

type Props = {
  part: Subhappening
  items: readonly TimeEntry[]
  hints: readonly TimeHint[]
  day: string
  open: { edits: Edits; acts: EntryActs }
  selection: { selected: ReadonlySet<number>; onSelect: (selected: ReadonlySet<number>) => void }
  table: { order: string; onOrder: (order: string) => void; refreshing: boolean }
  /** Stands in place of the rows. */
  empty: ReactNode
}

/** The team: a table on a desk, a card for each person on a phone. */
export function Sheet({ part, items, hints, day, open, selection, table, empty }: Props) {
  const [history, setHistory] = useState<TimeEntry>()
  if (items.length === 0) return empty
  const { selected, onSelect } = selection
  const { refreshing, ...order } = table
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
      <CardHead {...order} all={all} />
      <div
        role="table"
        aria-label="Zeiten"
        aria-busy={refreshing || undefined}
        className={css['sheet']}
        data-ticks={all !== undefined || undefined}
        data-submitted={withSubmitted || undefined}
      >
        <SheetHead {...order} all={all} withSubmitted={withSubmitted} />
        <div role="rowgroup" className={css['rows']}>
          {items.map((entry) => (
            <Row
              key={entry.id}
              part={part}
              entry={entry}
              edit={open.edits.get(entry.id)}
              hints={hints.filter(({ timeentry_id }) => timeentry_id === entry.id)}
              day={day}
              selected={all && selected.has(entry.id)}
              onSelect={(on) => select([entry.id], on)}
              acts={open.acts}
              onHistory={() => setHistory(entry)}
            />
          ))}
        </div>
      </div>
      {history && <History part={part} entry={history} onClose={() => setHistory(undefined)} />}
    </div>
  )
}

type NoEntriesProps = { search: TimesheetSearch; onSearch: (change: Partial<TimesheetSearch>) => void }

export function NoEntries({ search: { page, filter }, onSearch }: NoEntriesProps) {
  // The pager is on its way to the last page.
  if (page > 0) return null
  if (filter)
    return (
      <Empty
        icon={<ClockIcon />}
        title="Kein Zeiteintrag gefunden"
        action={<Button onClick={() => onSearch({ filter: '' })}>Alle Zeiteinträge zeigen</Button>}
      >
        <p>Suchen Sie mit einem Teil des Namens, der Personalnummer, der Funktion oder der Firma.</p>
      </Empty>
    )
  return (
    <Empty icon={<ClockIcon />} title="Hier ist noch niemand geplant.">
      <p>Wer hier arbeitet, kommt mit dem nächsten Abgleich aus der Personalplanung.</p>
    </Empty>
  )
}
