// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a grid
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { shownOf } from '../edits/edits.ts'
import { usualPlan } from '../edits/usual-plan.ts'
import { rowId } from '../lead-to.ts'
import type { TeamProps } from '../team.ts'
import { useSight } from '../use-sight.ts'
import css from './grid.module.css'
import { type All, GridHead } from './grid-head.tsx'
import { noteTyping, pressInGrid } from './grid-keys.ts'
import { pasteInGrid } from './paste-in-grid.ts'
import { Row } from './row.tsx'

/** The team at a desk: like a spreadsheet, by keys and by columns that are pasted. */
export function Grid({ part, items, hints, day, open, selection, table, onHistory }: TeamProps) {
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
  const sight = useSight(items, open)
  const usual = useMemo(() => usualPlan(items), [items])
  const [asksNotes, setAsksNotes] = useState(false)
  const withPauses = items.some(({ soll_pause, ist_pause }) => soll_pause !== null || ist_pause !== null)
  const withNotes = asksNotes || items.some((entry) => shownOf(entry, open.edits.get(entry.id)).note !== null)
  // The same function from one rendering to the next: rows compare what they are given.
  const onNote = useCallback((timeentry_id: number) => {
    // Whoever has opened a row's menu is near: it has its fields.
    flushSync(() => setAsksNotes(true))
    document.getElementById(rowId(timeentry_id))?.querySelector<HTMLElement>('input[name=note]')?.focus()
  }, [])
  return (
    <div className={css['around']}>
      <div
        role="table"
        aria-label="Zeiten"
        aria-busy={refreshing || undefined}
        className={css['grid']}
        data-ticks={all !== undefined || undefined}
        data-pauses={withPauses || undefined}
        data-notes={withNotes || undefined}
        data-submitted={part.can.administer || undefined}
      >
        <GridHead
          {...order}
          all={all}
          withPauses={withPauses}
          withNotes={withNotes}
          withSubmitted={part.can.administer}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are pressed in its fields */}
        <div
          role="rowgroup"
          className={css['rows']}
          onKeyDown={(event: KeyboardEvent) => pressInGrid(event, open.undo)}
          onInput={noteTyping}
          onPaste={(event) => pasteInGrid(event, { items, day, open })}
        >
          {items.map((entry) => (
            <Row
              key={entry.id}
              part={part}
              entry={entry}
              {...sight(entry.id)}
              hints={hints(entry.id)}
              day={day}
              usual={usual}
              selected={all && selected.has(entry.id)}
              onSelect={select}
              acts={open.acts}
              onHistory={onHistory}
              withPauses={withPauses}
              withNotes={withNotes}
              onNote={onNote}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
