// oxlint-disable jsx-a11y/prefer-tag-over-role -- one markup for rows on a desk and cards on a phone, laid out as a grid
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SortDownIcon, SortNoneIcon, SortUpIcon } from '#web/ui/icon.tsx'
import { ariaSort, parseOrder, toggleOrder } from '#web/ui/order-by.ts'
import { Select } from '#web/ui/select.tsx'
import css from './sheet.module.css'

type OrderProps = { order: string; onOrder: (order: string) => void }
/** Undefined where nothing can be ticked. */
export type All = { checked: boolean; some: boolean; onChange: (on: boolean) => void } | undefined

/** Two sorts may share a column: a name and a number stand below each other. */
export const orders = [
  { key: 'nachname', head: 'Name' },
  { key: 'personalnummer', head: 'Personalnummer' },
  { key: 'funktion', head: 'Funktion' },
  { key: 'soll_von_date', head: 'Geplant' },
  { key: 'ist_von_date', head: 'Beginn' },
] as const
type Key = (typeof orders)[number]['key']

export function SheetHead({
  order,
  onOrder,
  all,
  withSubmitted,
}: OrderProps & { all: All; withSubmitted: boolean }) {
  const sort = (key: Key) => <SortButton column={key} order={order} onOrder={onOrder} />
  const state = (...keys: Key[]) =>
    keys.map((key) => ariaSort(order, key)).find((sort) => sort !== 'none') ?? 'none'
  return (
    <div role="rowgroup" className={css['head']}>
      <div role="row" className={css['heads']}>
        {all && (
          <div role="columnheader">
            <AllBox all={all} labelHidden />
          </div>
        )}
        <div role="columnheader" aria-sort={state('nachname', 'personalnummer')}>
          {sort('nachname')}
          {sort('personalnummer')}
        </div>
        <div role="columnheader" aria-sort={state('funktion')}>
          {sort('funktion')}
          <span>Aufgabe</span>
        </div>
        <div role="columnheader" aria-sort={state('soll_von_date')}>
          {sort('soll_von_date')}
        </div>
        <div role="columnheader" aria-sort={state('ist_von_date')}>
          {sort('ist_von_date')}
        </div>
        <div role="columnheader">Ende</div>
        <div role="columnheader" className={css['endHead']}>
          Dauer
        </div>
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
  const Icon = { ascending: SortUpIcon, descending: SortDownIcon, none: SortNoneIcon }[sort]
  return (
    <button
      type="button"
      className={css['sort']}
      data-sort={sort}
      onClick={() => onOrder(toggleOrder(order, column))}
    >
      {orders.find(({ key }) => key === column)?.head}
      <Icon size={14} />
    </button>
  )
}

function AllBox({ all, labelHidden }: { all: NonNullable<All>; labelHidden: boolean }) {
  return (
    <Checkbox
      label="Alle auswählen"
      labelHidden={labelHidden}
      checked={all.checked}
      indeterminate={all.some && !all.checked}
      onChange={all.onChange}
    />
  )
}

/** Cards have no heads: there one ticks all and chooses the order above them. */
export function CardHead({ order, onOrder, all }: OrderProps & { all: All }) {
  const present = parseOrder(order)
  const choices = orders.flatMap(({ key, head }) => [
    { value: `+${key}`, text: `${head} aufsteigend` },
    { value: `-${key}`, text: `${head} absteigend` },
  ])
  return (
    <div className={css['cardHead']}>
      {all && <AllBox all={all} labelHidden={false} />}
      <Select
        label="Sortieren"
        labelHidden
        choices={choices}
        value={present ? `${present.down ? '-' : '+'}${present.key}` : '+nachname'}
        onChange={onOrder}
      />
    </div>
  )
}
