import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { docFilters } from '#contract/document/statuses.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { DocumentsIcon, PlusIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Select } from '#web/ui/select.tsx'
import { Empty } from '#web/ui/states.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { deletedColumns, forAdmins, forStaff } from './columns.tsx'
import { rememberList } from './last-list.ts'
import { docsQuery } from './queries.ts'
import type { DocsSearch } from './search.ts'

const route = getRouteApi('/signed-in/docs')
const choices = ['Alle', ...docFilters] as const

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

type NoDocsProps = {
  search: DocsSearch
  onSearch: (change: Partial<DocsSearch>) => void
  /** For those who may do something about it. */
  create: ReactNode
}

/** In place of an empty list: why, and what to do. */
function NoDocs({ search: { page, filter, status }, onSearch, create }: NoDocsProps) {
  const icon = <DocumentsIcon />
  // The pager is on its way to the last page.
  if (page > 0) return null
  if (filter.trim() === '' && status === 'Gelöscht')
    return <Empty icon={icon} title="In den letzten 30 Tagen wurde kein Prozess gelöscht." />
  if (filter.trim() !== '' || status !== '')
    return (
      <Empty
        icon={icon}
        title="Kein Prozess gefunden"
        action={<Button onClick={() => onSearch({ filter: '', status: '' })}>Alle Prozesse zeigen</Button>}
      >
        <p>
          Suchen Sie mit einem anderen Teil des Namens{create ? ', oder wählen Sie einen anderen Status' : ''}
          .
        </p>
      </Empty>
    )
  if (create)
    return (
      <Empty icon={icon} title="Es gibt noch keine Prozesse." action={create}>
        <p>Legen Sie einen an: Er beginnt als leerer Entwurf, den nur Admins sehen.</p>
      </Empty>
    )
  return (
    <Empty icon={icon} title="Gerade gibt es keine Prozesse für Sie.">
      <p>Sobald einer für Sie freigegeben ist, steht er hier.</p>
    </Empty>
  )
}
