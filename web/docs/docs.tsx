import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect } from 'react'
import type { DocListItem } from '#contract/docs.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Moment } from '#web/ui/moment.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { deletedColumns } from './deleted.tsx'
import { DocMenu } from './doc-menu.tsx'
import css from './docs.module.css'
import { Filled } from './filled.tsx'
import { rememberList } from './last-list.ts'
import { NoDocs } from './no-docs.tsx'
import { docsQuery } from './queries.ts'
import type { DocsSearch } from './search.ts'
import { StatusBadge } from './status.tsx'
import { filters } from './statuses.ts'

const route = getRouteApi('/signed-in/docs')
const choices = ['Alle', ...filters] as const

export function DocsScreen() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/docs' })
  const { is_admin } = useCurrentUser()
  // The old rows stay until the new ones are there.
  const shown = useDeferredValue(search)
  const { items, pages } = useSuspenseQuery(docsQuery(shown)).data
  useEffect(() => rememberList(search), [search])
  const setSearch = (change: Partial<DocsSearch>, replace = false) =>
    void navigate({ to: '/docs', search: { ...search, page: 0, ...change }, replace })

  return (
    <Page title="Prozesse" actions={is_admin && <NewDoc />}>
      <Toolbar>
        <FilterBox
          label="Prozesse suchen"
          labelHidden={!is_admin}
          value={search.filter}
          onChange={(filter) => setSearch({ filter }, true)}
        />
        {is_admin && (
          <Select
            label="Status"
            choices={choices}
            value={choices.find((status) => status === search.status) ?? 'Alle'}
            onChange={(status) => setSearch({ status: status === 'Alle' ? '' : status })}
          />
        )}
      </Toolbar>
      <DataTable
        caption="Prozesse"
        columns={is_admin ? (shown.status === 'Gelöscht' ? deletedColumns : forAdmins) : forStaff}
        rows={items}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        order={search.order_by}
        onOrder={(order_by) => setSearch({ order_by })}
        refreshing={shown !== search}
        empty={<NoDocs search={shown} onSearch={setSearch} create={is_admin && <NewDoc />} />}
      />
      <Pager page={shown.page} pages={pages} onPage={(page, replace) => setSearch({ page }, replace)} />
      <Outlet />
    </Page>
  )
}

const NewDoc = () => (
  <LinkButton from="/docs" to="/docs/add" search variant="primary" icon={<PlusIcon />}>
    Neuer Prozess
  </LinkButton>
)

const name: Column<DocListItem> = {
  key: 'name',
  head: 'Name',
  main: true,
  sortable: true,
  cell: ({ id, name }) => (
    <Link to="/docs/$doc_id/show" params={{ doc_id: id }} className={css['name']}>
      {name}
    </Link>
  ),
}
const lastUpdate: Column<DocListItem> = {
  key: 'last_update',
  head: 'Letzte Änderung',
  sortable: true,
  cell: ({ last_update }) => <Moment at={last_update} />,
}

const forStaff: Column<DocListItem>[] = [
  name,
  { key: 'filled', head: 'Ihre Angaben', cell: (doc) => <Filled {...doc} /> },
  lastUpdate,
]
const forAdmins: Column<DocListItem>[] = [
  name,
  { key: 'status', head: 'Status', sortable: true, cell: ({ status }) => <StatusBadge status={status} /> },
  lastUpdate,
  { key: 'actions', head: 'Aktionen', headHidden: true, cell: (doc) => <Actions doc={doc} /> },
]

function Actions({ doc }: { doc: DocListItem }) {
  const navigate = useNavigate({ from: '/docs' })
  const params = { doc_id: doc.id }
  return (
    <DocMenu
      doc={doc}
      onRename={() => void navigate({ to: '/docs/$doc_id/rename', params, search: true })}
      onStatus={() => void navigate({ to: '/docs/$doc_id/edit_status', params, search: true })}
    />
  )
}
