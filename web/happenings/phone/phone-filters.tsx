import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { List } from '#web/lists/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormRow } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { formatDate } from '#web/ui/format.ts'
import { CloseIcon } from '#web/ui/icon.tsx'
import { columnsFor } from '../columns.tsx'
import { FilterChoices, FilterDays, FOUND_BY } from '../filters.tsx'
import { typesQuery } from '../list-query.ts'
import { type HappeningsSearch, happeningsSearch } from '../search.ts'
import css from './phone-filters.module.css'

type Props = { list: List<HappeningsSearch>; isAdmins: boolean }

/** Search field, further filters in a sheet, and chips to remove active ones. */
export function PhoneFilters({ list, isAdmins }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  // Prefetched, so that the sheet opens at once.
  useSuspenseQuery(typesQuery)
  const { search, setSearch } = list
  const usual = happeningsSearch({})
  const hasOtherDays = search.start !== usual.start || search.end !== usual.end
  return (
    <div className={css['filters']}>
      <div className={css['line']}>
        <FilterBox label="Suchen" placeholder={FOUND_BY} {...list.filterBox} />
        <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          Filter
        </Button>
      </div>
      <div className={css['chips']}>
        {search.status !== '' && <Chip text={search.status} onDrop={() => setSearch({ status: '' })} />}
        {search.type !== '' && <Chip text={search.type} onDrop={() => setSearch({ type: '' })} />}
        {hasOtherDays && (
          <Chip text={daysTold(search)} onDrop={() => setSearch({ start: usual.start, end: usual.end })} />
        )}
        {search.order_by !== usual.order_by && (
          <Chip text={orderTold(search.order_by)} onDrop={() => setSearch({ order_by: usual.order_by })} />
        )}
      </div>
      {isOpen && (
        <Modal title="Filtern und sortieren" onClose={() => setIsOpen(false)}>
          <div className={css['sheet']}>
            <FilterChoices list={list} isAdmins={isAdmins} />
            <FormRow>
              <FilterDays list={list} />
            </FormRow>
            <Select
              label="Sortieren"
              choices={orders}
              value={orders.find(({ value }) => value === search.order_by)?.value ?? '+date'}
              onChange={list.table.onOrder}
            />
            <Button variant="primary" onClick={() => setIsOpen(false)}>
              Fertig
            </Button>
          </div>
        </Modal>
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

const daysTold = ({ start, end }: HappeningsSearch) => {
  if (start === '' && end === '') return 'Alle Zeiträume'
  if (start === '') return `bis ${formatDate(end)}`
  return end === '' ? `ab ${formatDate(start)}` : `${formatDate(start)}–${formatDate(end)}`
}

const orders = columnsFor(false)
  .filter(({ sortable }) => sortable)
  .flatMap(({ key, head }) => [
    { value: `+${key}`, text: `${head} aufsteigend` },
    { value: `-${key}`, text: `${head} absteigend` },
  ])
const orderTold = (order: string) => orders.find(({ value }) => value === order)?.text ?? 'Sortiert'
