// Documents a person has to fill in, with progress.
import { queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DocOfPerson } from '#contract/publishing.ts'
import { fillStateLabels } from '#contract/words/fill-states.ts'
import { ask } from '#web/api.ts'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useList } from '#web/lists/use-list.ts'
import { pollEvery } from '#web/poll.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import type { Column } from '#web/ui/table/data-table.tsx'
import css from './person.module.css'

type PageQuery = { page: number; order_by: string }

const docsQuery = (user_id: number) => (query: PageQuery) =>
  queryOptions({
    queryKey: ['users', 'docs-of', user_id, query],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/docs/', { params: { user_id }, query, signal }),
    refetchInterval: pollEvery(30_000),
  })

const initialDocsPage: PageQuery = { page: 0, order_by: '+state' }

export const firstDocsQuery = (user_id: number) => docsQuery(user_id)(initialDocsPage)

/** Page and order are local state, since several lists on one screen cannot share its address. */
export function DocsOfPerson({ user_id }: { user_id: number }) {
  const [wanted, setWanted] = useState(initialDocsPage)
  const list = useList(wanted, async ({ search }) => setWanted(search), docsQuery(user_id))
  return (
    <>
      {list.pager.pages > 1 && <FilterBar order={{ columns: docColumns, ...list.table }} />}
      <ListRows
        list={list}
        caption="Prozesse"
        columns={docColumns}
        rows={list.data.items}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        empty={<p className={css['none']}>Nichts auszufüllen.</p>}
      />
    </>
  )
}

const stateTones = { finished: 'success', begun: 'info', missing: 'warning' } as const

const docColumns: Column<DocOfPerson>[] = [
  {
    key: 'name',
    head: 'Prozess',
    main: true,
    sortable: true,
    cell: ({ id, name }) => (
      <Link to="/docs/$doc_id/people" params={{ doc_id: id }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'state',
    head: 'Stand',
    sortable: true,
    inRow: 'state',
    cell: ({ state, filled, fields, status }) => (
      <span>
        <Badge tone={stateTones[state]}>{fillStateLabels[state]}</Badge>{' '}
        {fields === 0 ? 'nichts auszufüllen' : `${formatNumber(filled)}/${formatNumber(fields)}`}
        {status === 'Erledigt' && ', erledigt'}
      </span>
    ),
  },
  {
    key: 'due_on',
    head: 'Frist',
    sortable: true,
    inRow: 'labelled',
    cell: ({ due_on }) => due_on && formatDate(due_on),
  },
  {
    key: 'changed_at',
    head: 'Zuletzt am',
    sortable: true,
    inRow: 'labelled',
    cell: ({ changed_at }) => changed_at && <Moment at={changed_at} />,
  },
]
