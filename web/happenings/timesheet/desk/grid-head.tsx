// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a grid
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { SortIcon } from '#web/ui/table/data-table.tsx'
import { ariaSort, toggleOrder } from '#web/ui/table/order-by.ts'
import { orders } from '../team.ts'
import css from './grid.module.css'

type OrderProps = { order: string; onOrder: (order: string) => void }
/** Undefined where nothing can be ticked. */
export type All = { checked: boolean; some: boolean; onChange: (on: boolean) => void } | undefined

type Key = (typeof orders)[number]['key']

export function GridHead({
  order,
  onOrder,
  all,
  withPauses,
  withNotes,
  withSubmitted,
}: OrderProps & { all: All; withPauses: boolean; withNotes: boolean; withSubmitted: boolean }) {
  const sort = (key: Key) => <SortButton column={key} order={order} onOrder={onOrder} />
  const state = (...keys: Key[]) =>
    keys.map((key) => ariaSort(order, key)).find((sort) => sort !== 'none') ?? 'none'
  return (
    <div role="rowgroup" className={css['head']}>
      <div role="row" className={css['heads']}>
        {all && (
          <div role="columnheader">
            <AllBox all={all} />
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
        {withSubmitted && (
          <div role="columnheader" className={css['submittedHead']}>
            Übermittelt
          </div>
        )}
        <div role="columnheader">
          <span className="only-read">Aktionen</span>
        </div>
      </div>
    </div>
  )
}

function SortButton({ column, order, onOrder }: OrderProps & { column: Key }) {
  const sort = ariaSort(order, column)
  return (
    <button
      type="button"
      className={css['sort']}
      data-sort={sort}
      onClick={() => onOrder(toggleOrder(order, column))}
    >
      {orders.find(({ key }) => key === column)?.head}
      <SortIcon sort={sort} size={14} />
    </button>
  )
}

function AllBox({ all }: { all: NonNullable<All> }) {
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
