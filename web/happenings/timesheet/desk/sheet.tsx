// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a grid
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { toast } from '#web/ui/toast.tsx'
import type { TeamProps } from '../team.ts'
import { moveInGrid } from './grid-keys.ts'
import { asTable, fieldAt, leftOver, pasteTable } from './paste.ts'
import { Row } from './row.tsx'
import css from './sheet.module.css'
import { type All, SheetHead } from './sheet-head.tsx'

/** The team at a desk: like a spreadsheet, by keys and by columns that are pasted. */
export function Sheet({ part, items, hints, day, open, selection, table, onHistory }: TeamProps) {
  const { selected, select } = selection
  const { refreshing, ...order } = table
  const ticked = items.filter(({ id }) => selected.has(id)).length
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
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const cells = asTable(event.clipboardData.getData('text/plain'))
    const at = fieldAt(event.target, items)
    // A single value goes into the field by itself.
    if (!cells || !at) return
    event.preventDefault()
    const rows = items.slice(at.row)
    const { after } = open.takeStep((edits) => pasteTable(edits, { rows, first: at.field, cells, day }))
    const more = leftOver(cells, rows)
    if (more !== undefined || after.size === 0) toast(more ?? 'Daran war nichts zu ändern.', { tone: 'info' })
  }
  return (
    <div className={css['around']}>
      <div
        role="table"
        aria-label="Zeiten"
        aria-busy={refreshing || undefined}
        className={css['sheet']}
        data-ticks={all !== undefined || undefined}
        data-submitted={part.can.administer || undefined}
      >
        <SheetHead {...order} all={all} withSubmitted={part.can.administer} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are pressed in its fields */}
        <div
          role="rowgroup"
          className={css['rows']}
          onKeyDown={(event: KeyboardEvent) => moveInGrid(event)}
          onPaste={paste}
        >
          {items.map((entry) => (
            <Row
              key={entry.id}
              part={part}
              entry={entry}
              edit={open.edits.get(entry.id)}
              hints={hints(entry.id)}
              day={day}
              selected={all && selected.has(entry.id)}
              onSelect={select}
              acts={open.acts}
              onHistory={onHistory}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
