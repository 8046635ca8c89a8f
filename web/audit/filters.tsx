import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditItem, AuditObject } from '#contract/audit.ts'
import { auditKinds } from '#contract/words/audit.ts'
import type { List } from '#web/lists/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-time/date-field.tsx'
import { Combobox } from '#web/ui/field/combobox.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { CloseIcon } from '#web/ui/icon.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import css from './audit.module.css'
import { kindNames } from './objects.tsx'
import { objectQuery, objectSearchQuery } from './queries.ts'
import type { AuditSearch } from './search.ts'

type Props = {
  list: Pick<List<AuditSearch>, 'search' | 'setSearch' | 'choice' | 'day' | 'table'>
  columns: readonly Column<AuditItem>[]
}

export function Filters({ list: { search, setSearch, choice, day, table }, columns }: Props) {
  const { user_id, object, kind, start, end } = search
  return (
    <>
      <FilterBar
        order={{ columns, ...table }}
        reset={{
          by: { Art: kind, Zeitraum: start || end },
          onReset: () => setSearch({ kind: '', start: '', end: '' }),
        }}
        more={
          <>
            <ObjectSearch
              label="Worum es geht"
              placeholder="Prozess, Person, Gruppe …"
              has={() => true}
              onPick={(object) => setSearch({ object: `${object.kind} ${object.id}` })}
            />
            <div className={css['choice']}>
              <Select label="Art" {...choice('kind', auditKinds)} />
            </div>
            <div className={css['day']}>
              <DateField label="Von" {...day('start')} />
            </div>
            <div className={css['day']}>
              <DateField
                label="Bis"
                error={start !== '' && end !== '' && end < start ? '„Bis“ liegt vor „Von“.' : undefined}
                {...day('end')}
              />
            </div>
          </>
        }
      >
        <ObjectSearch
          label="Wer"
          placeholder="Name oder Benutzername …"
          has={(object) => object.kind === 'user'}
          onPick={({ id }) => setSearch({ user_id: String(id) })}
        />
      </FilterBar>
      {(user_id !== '' || object !== '') && (
        <div className={css['chosen']}>
          {user_id !== '' && (
            <ActiveFilterChip
              label="Wer"
              object={`user ${user_id}`}
              onRemove={() => setSearch({ user_id: '' })}
            />
          )}
          {object !== '' && (
            <ActiveFilterChip
              label="Worum es geht"
              object={object}
              onRemove={() => setSearch({ object: '' })}
            />
          )}
        </div>
      )}
    </>
  )
}

type ObjectSearchProps = {
  label: string
  placeholder: string
  has: (object: AuditObject) => boolean
  onPick: (object: AuditObject) => void
}

function ObjectSearch({ label, placeholder, has, onPick }: ObjectSearchProps) {
  const [text, setText] = useState('')
  const { data, isFetching, failureReason } = useQuery(objectSearchQuery(text))
  return (
    <div className={css['find']}>
      <Combobox
        label={label}
        placeholder={placeholder}
        items={(data?.items ?? []).filter(has)}
        itemKey={({ kind, id }) => `${kind}-${id}`}
        itemText={({ name }) => name ?? ''}
        itemNote={({ kind }) => kindNames[kind]}
        more={data?.more ?? false}
        loading={isFetching}
        problem={failureReason}
        onSearch={setText}
        onPick={onPick}
      />
    </div>
  )
}

type ActiveFilterChipProps = { label: string; object: string; onRemove: () => void }

function ActiveFilterChip({ label, object, onRemove }: ActiveFilterChipProps) {
  const { data } = useQuery(objectQuery(object))
  const [kind, id] = object.split(' ') as [AuditObject['kind'], string]
  const name = data?.name ?? `${kindNames[kind]} Nr. ${id}`
  return (
    <Button
      size="small"
      icon={<CloseIcon size={16} />}
      aria-label={`${label}: ${name} – Filter entfernen`}
      onClick={onRemove}
    >
      {label}: {name}
    </Button>
  )
}
