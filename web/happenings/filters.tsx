import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { statusFilters, statusFiltersForStaff } from '#contract/words/happenings.ts'
import type { List } from '#web/lists/use-list.ts'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { ListSearchBox } from '#web/ui/filter/list-search.tsx'
import { columnsFor } from './columns.tsx'
import css from './filters.module.css'
import { typesQuery } from './list-query.ts'
import { FilterChips } from './phone/filter-chips.tsx'
import { type HappeningsSearch, isCalendar } from './search.ts'

type Props = { list: List<HappeningsSearch>; isAdmins: boolean }

/** Filters of every view. A calendar determines the days itself, so it has no date filters. */
export const Filters = ({ list, isAdmins, isDesk, tools }: Props & { isDesk: boolean; tools: ReactNode }) => (
  <>
    <FilterBar
      order={{ columns: columnsFor(isAdmins), ...list.table }}
      tools={tools}
      {...(isDesk && {
        reset: {
          by: { Suche: list.search.filter, Status: list.search.status, Art: list.search.type },
          onReset: () => list.setSearch({ filter: '', status: '', type: '' }),
        },
      })}
      more={
        <>
          <FilterChoices list={list} isAdmins={isAdmins} />
          {!isCalendar(list.search.view) && <FilterDays list={list} />}
        </>
      }
    >
      <ListSearchBox
        label="Suchen"
        labelHidden={!isDesk}
        placeholder="Name, Art, Ort …"
        {...list.filterBox}
      />
    </FilterBar>
    {!isDesk && <FilterChips list={list} />}
  </>
)

function FilterChoices({ list, isAdmins }: Props) {
  const { type } = list.search
  const types = useSuspenseQuery(typesQuery).data.items
  return (
    <>
      <div className={css['choice']}>
        <Select label="Status" {...list.choice('status', isAdmins ? statusFilters : statusFiltersForStaff)} />
      </div>
      <div className={css['choice']}>
        <Select
          label="Art"
          choices={[
            { value: '', text: 'Alle' },
            // A chosen type that no longer exists stays, to explain the empty list.
            ...(type === '' || types.includes(type) ? types : [...types, type]),
          ]}
          value={type}
          onChange={(type) => list.setSearch({ type })}
        />
      </div>
    </>
  )
}

const FilterDays = ({ list }: { list: List<HappeningsSearch> }) => (
  <>
    <div className={css['day']}>
      <DateField label="Von" {...list.day('start')} />
    </div>
    <div className={css['day']}>
      <DateField label="Bis" {...list.day('end')} />
    </div>
  </>
)
