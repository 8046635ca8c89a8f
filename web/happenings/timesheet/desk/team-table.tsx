// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a grid
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { TimeEntry } from '#contract/times.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { DownloadIcon, PlusIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { ariaSort } from '#web/ui/table/order-by.ts'
import { SortHead } from '#web/ui/table/sort-head.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { BulkTools } from '../bulk.tsx'
import { displayedValues } from '../edits/edits.ts'
import { usualPlan } from '../edits/ends.ts'
import { rowId, sortOrders, type TeamHeadProps, type TeamProps, type TeamViewProps } from '../team.ts'
import { handleGridKey, rememberTypedField } from './grid-keys.ts'
import {
  cutNotesSentence,
  leftOverSentence,
  type PasteColumn,
  parseTable,
  pasteColumns,
  pasteTable,
} from './paste.ts'
import { Row } from './row.tsx'
import { useRowsInSight } from './rows-in-sight.ts'
import css from './team-table.module.css'

type Props = TeamViewProps & {
  /** No times are recorded yet. */
  isFirst: boolean
}

/** Desktop table of a team, with keyboard navigation and pasting like a spreadsheet. */
export const TeamTable = ({ head, team, isFirst, isTicking, empty, pager, foot }: Props) => (
  <>
    {/* While entries are selected, bulk actions are in the bar below the table. */}
    <TeamTools {...head} bulk={isTicking ? undefined : head.bulk} isFirst={isFirst} />
    {team.items.length === 0 ? empty : <Grid {...team} />}
    {pager}
    {foot()}
  </>
)

type TeamToolsProps = TeamHeadProps & {
  /** No times are recorded yet, so filling in is the primary action. */
  isFirst: boolean
}

/** Search and bulk actions above the table. */
const TeamTools = ({
  part: { can },
  list: { filterBox },
  excel,
  bulk,
  open,
  onAdd,
  isFirst,
}: TeamToolsProps) => (
  <FilterBar
    actions={
      <>
        {bulk && <BulkTools bulk={bulk} open={open} isFirst={isFirst} />}
        {onAdd && <IconButton label="Person hinzufügen" icon={<PlusIcon />} onClick={onAdd} />}
        {can.administer && (
          <AnchorButton href={excel} download icon={<DownloadIcon />}>
            Excel
          </AnchorButton>
        )}
      </>
    }
  >
    <FilterBox label="Zeiteinträge suchen" placeholder="Name, Nummer, Funktion, Firma …" {...filterBox} />
  </FilterBar>
)

function Grid({ part, items, hints, day, open, selection, table, onHistory }: TeamProps) {
  const { selected, select } = selection
  const { refreshing, ...order } = table
  const ticked = items.filter(({ id }) => selected.has(id)).length
  const all: SelectAllState = part.can.record
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
  const inSight = useRowsInSight(items)
  const later = useDeferredValue(open.edits)
  const usual = useMemo(() => usualPlan(items), [items])
  const [isNoteWanted, setIsNoteWanted] = useState(false)
  const withPauses = items.some(({ soll_pause, ist_pause }) => soll_pause !== null || ist_pause !== null)
  const withNotes =
    isNoteWanted || items.some((entry) => displayedValues(entry, open.edits.get(entry.id)).note !== null)
  // Referentially stable, since rows are memoized.
  const onNote = useCallback((timeentry_id: number) => {
    // Renders the column of notes at once, to focus the field in it. The row has fields, since its menu was in use.
    flushSync(() => setIsNoteWanted(true))
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
      >
        <GridHead {...order} all={all} withPauses={withPauses} withNotes={withNotes} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are pressed in its fields */}
        <div
          role="rowgroup"
          className={css['rows']}
          onKeyDown={(event: KeyboardEvent) => handleGridKey(event, open.undo)}
          onInput={rememberTypedField}
          onPaste={(event) => pasteInto(event, { items, day, open })}
        >
          {items.map((entry) => (
            <Row
              key={entry.id}
              part={part}
              entry={entry}
              edit={(inSight.has(rowId(entry.id)) ? open.edits : later).get(entry.id)}
              isInSight={inSight.has(rowId(entry.id))}
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

/**
 * Pastes spreadsheet columns, starting at the focused field. A single value is left to the browser.
 */
function pasteInto(event: ClipboardEvent, { items, day, open }: Pick<TeamProps, 'items' | 'day' | 'open'>) {
  const cells = parseTable(event.clipboardData.getData('text/plain'))
  const at = fieldAt(event.target, items)
  if (!cells || !at) return
  event.preventDefault()
  const rows = items.slice(at.row)
  const { after } = open.takeStep((edits) => pasteTable(edits, { rows, first: at.field, cells, day }))
  const more = leftOverSentence(cells, rows, at.field) ?? cutNotesSentence(cells, at.field)
  if (more !== undefined || after.size === 0) toast(more ?? 'Daran war nichts zu ändern.', { tone: 'info' })
}

/** Row index and field of an input of the grid. */
function fieldAt(
  target: EventTarget,
  items: readonly TimeEntry[],
): { row: number; field: PasteColumn } | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined
  const field = pasteColumns.find((column) => column === target.name)
  const id = target.closest('[role=row]')?.id
  const row = items.findIndex((entry) => rowId(entry.id) === id)
  return field && row >= 0 ? { row, field } : undefined
}

type GridHeadProps = { order: string; onOrder: (order: string) => void }
/** Undefined if rows cannot be selected. */
type SelectAllState = { checked: boolean; some: boolean; onChange: (on: boolean) => void } | undefined

type Key = (typeof sortOrders)[number]['key']

function GridHead({
  order,
  onOrder,
  all,
  withPauses,
  withNotes,
}: GridHeadProps & { all: SelectAllState; withPauses: boolean; withNotes: boolean }) {
  const sort = (key: Key) => (
    <SortHead
      name={key}
      head={sortOrders.find((column) => column.key === key)?.head ?? ''}
      order={order}
      onOrder={onOrder}
    />
  )
  const state = (...keys: Key[]) =>
    keys.map((key) => ariaSort(order, key)).find((sort) => sort !== 'none') ?? 'none'
  return (
    <div role="rowgroup" className={css['head']}>
      <div role="row" className={css['heads']}>
        {all && (
          <div role="columnheader">
            <SelectAllCheckbox all={all} />
          </div>
        )}
        <div role="columnheader" aria-sort={state('nachname', 'personalnummer')} className={css['person']}>
          {sort('nachname')}
          {sort('personalnummer')}
        </div>
        <div role="columnheader" aria-sort={state('funktion')} className={css['job']}>
          {sort('funktion')}
          <span>Aufgabe</span>
        </div>
        <div role="columnheader" aria-sort={state('soll_von_date')}>
          {sort('soll_von_date')}
        </div>
        <div role="columnheader" aria-sort={state('ist_von_date')} className={css['timeHead']}>
          {sort('ist_von_date')}
        </div>
        <div role="columnheader" className={css['timeHead']}>
          Ende
        </div>
        {withPauses && <div role="columnheader">Pause</div>}
        <div role="columnheader" className={css['endHead']}>
          Dauer
        </div>
        {withNotes && (
          <div role="columnheader" className={css['noteHead']}>
            Notiz
          </div>
        )}
        <div role="columnheader" className={css['submittedHead']}>
          Übermittelt
        </div>
        <div role="columnheader">
          <span className="only-read">Aktionen</span>
        </div>
      </div>
    </div>
  )
}

function SelectAllCheckbox({ all }: { all: NonNullable<SelectAllState> }) {
  return (
    <Checkbox
      label="Alle auswählen"
      labelHidden
      checked={all.checked}
      indeterminate={all.some && !all.checked}
      onChange={all.onChange}
    />
  )
}
