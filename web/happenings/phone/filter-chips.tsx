// Chips for the active filters of the list of happenings on a phone; a press removes the filter.
import type { List } from '#web/lists/use-list.ts'
import { formatDate } from '#web/ui/format.ts'
import { CloseIcon } from '#web/ui/icon.tsx'
import { orderChoices } from '#web/ui/table/order-by.ts'
import { columnsFor } from '../columns.tsx'
import { type HappeningsSearch, happeningsSearch } from '../search.ts'
import css from './filter-chips.module.css'

export function FilterChips({ list: { search, setSearch } }: { list: List<HappeningsSearch> }) {
  const usual = happeningsSearch({})
  const hasOtherDays = search.start !== usual.start || search.end !== usual.end
  return (
    <div className={css['chips']}>
      {search.status !== '' && <Chip text={search.status} onDrop={() => setSearch({ status: '' })} />}
      {search.type !== '' && <Chip text={search.type} onDrop={() => setSearch({ type: '' })} />}
      {hasOtherDays && (
        <Chip text={formatDays(search)} onDrop={() => setSearch({ start: usual.start, end: usual.end })} />
      )}
      {search.order_by !== usual.order_by && (
        <Chip text={orderLabel(search.order_by)} onDrop={() => setSearch({ order_by: usual.order_by })} />
      )}
    </div>
  )
}

const Chip = ({ text, onDrop }: { text: string; onDrop: () => void }) => (
  <button type="button" className={css['chip']} onClick={onDrop}>
    <span dir="auto">{text}</span>
    <CloseIcon size={16} />
    <span className="only-read"> aufheben</span>
  </button>
)

const formatDays = ({ start, end }: HappeningsSearch) => {
  if (start === '' && end === '') return 'Alle Zeiträume'
  if (start === '') return `bis ${formatDate(end)}`
  return end === '' ? `ab ${formatDate(start)}` : `${formatDate(start)}–${formatDate(end)}`
}

const orderLabel = (order: string) =>
  orderChoices(columnsFor(false)).find(({ value }) => value === order)?.text ?? 'Sortiert'
