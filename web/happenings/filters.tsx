import { useSuspenseQuery } from '@tanstack/react-query'
import { happeningStatuses, statusesForStaff } from '#contract/words/happenings.ts'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import css from './filters.module.css'
import { typesQuery } from './queries.ts'
import type { HappeningsSearch } from './search.ts'

type Props = {
  search: HappeningsSearch
  isAdmins: boolean
  onSearch: (change: Partial<HappeningsSearch>, replace?: boolean) => void
}

/** Which happenings the list shows. Both days may be empty. */
export function Filters({ search: { filter, status, type, start, end }, isAdmins, onSearch }: Props) {
  const choices = ['Alle', ...(isAdmins ? happeningStatuses : statusesForStaff)] as const
  const types = useSuspenseQuery(typesQuery).data.items
  return (
    <Toolbar>
      <FilterBox
        label="Suchen"
        labelHidden={false}
        placeholder="Name oder Art …"
        value={filter}
        onChange={(filter) => onSearch({ filter }, true)}
      />
      <div className={css['choice']}>
        <Select
          label="Status"
          choices={choices}
          value={choices.find((known) => known === status) ?? 'Alle'}
          onChange={(status) => onSearch({ status: status === 'Alle' ? '' : status })}
        />
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
          onChange={(type) => onSearch({ type })}
        />
      </div>
      <div className={css['day']}>
        <DateField label="Von" value={start || null} onChange={(day) => onSearch({ start: day ?? '' })} />
      </div>
      <div className={css['day']}>
        <DateField label="Bis" value={end || null} onChange={(day) => onSearch({ end: day ?? '' })} />
      </div>
    </Toolbar>
  )
}
