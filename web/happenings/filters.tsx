import { useSuspenseQuery } from '@tanstack/react-query'
import { happeningStatuses, statusesForStaff } from '#contract/words/happenings.ts'
import type { List } from '#web/lists/use-list.ts'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { Select } from '#web/ui/select.tsx'
import css from './filters.module.css'
import { typesQuery } from './queries.ts'
import type { HappeningsSearch } from './search.ts'

type Props = { list: List<HappeningsSearch>; isAdmins: boolean }

/** Which happenings the list shows. Both days may be empty. */
export function Filters({ list, isAdmins }: Props) {
  const { type } = list.search
  const types = useSuspenseQuery(typesQuery).data.items
  return (
    <FilterBar>
      <FilterBox label="Suchen" labelHidden={false} placeholder="Name oder Art …" {...list.filterBox} />
      <div className={css['choice']}>
        <Select label="Status" {...list.choice('status', isAdmins ? happeningStatuses : statusesForStaff)} />
      </div>
      <div className={css['choice']}>
        <Select
          label="Art"
          choices={[
            { value: '', text: 'Alle' },
            // One that is gone meanwhile still says why the list is empty.
            ...(type === '' || types.includes(type) ? types : [...types, type]),
          ]}
          value={type}
          onChange={(type) => list.setSearch({ type })}
        />
      </div>
      <div className={css['day']}>
        <DateField label="Von" {...list.day('start')} />
      </div>
      <div className={css['day']}>
        <DateField label="Bis" {...list.day('end')} />
      </div>
    </FilterBar>
  )
}
