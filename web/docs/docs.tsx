import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { docFilters } from '#contract/document/statuses.ts'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useList } from '#web/lists/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { ListSearchBox } from '#web/ui/filter/list-search.tsx'
import { DocumentsIcon, PlusIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { adminColumns, asRow, deletedColumns, groupByProgress, staffColumns } from './columns.tsx'
import { lastListStore } from './last-list.ts'
import { docsQuery } from './queries.ts'
import type { DocsSearch } from './search.ts'
import { SelectedDocsBar } from './selected-docs-bar.tsx'

const route = getRouteApi('/signed-in/docs')

export function DocsScreen() {
  const list = useList(route.useSearch(), route.useNavigate(), docsQuery)
  const { is_admin } = useCurrentUser()
  const { search, shown } = list
  const { selected, onSelect } = list.selection
  useEffect(() => lastListStore.set(search), [search])
  const columns = is_admin ? (shown.status === 'Gelöscht' ? deletedColumns : adminColumns) : staffColumns

  return (
    <Page title="Prozesse" actions={is_admin && <NewDocButton />}>
      <UndoLines place="docs" />
      <FilterBar
        more={is_admin && <Select label="Status" {...list.choice('status', docFilters)} />}
        order={{ columns, ...list.table }}
        reset={{
          by: { Suche: search.filter, Status: search.status },
          onReset: () => list.setSearch({ filter: '', status: '' }),
        }}
      >
        <ListSearchBox label="Prozesse suchen" labelHidden={!is_admin} {...list.filterBox} />
      </FilterBar>
      <ListRows
        list={list}
        caption="Prozesse"
        columns={columns}
        {...(shown.status !== 'Gelöscht' && { asRow })}
        {...(!is_admin && list.pager.pages <= 1 && { grouped: groupByProgress })}
        rows={list.data.items}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        {...(is_admin && shown.status !== 'Gelöscht' && list.selection)}
        empty={<NoDocs search={shown} onSearch={list.setSearch} create={is_admin && <NewDocButton />} />}
      >
        {selected.size > 0 && <SelectedDocsBar ids={[...selected].map(Number)} onSelect={onSelect} />}
      </ListRows>
      <Outlet />
    </Page>
  )
}

const NewDocButton = () => (
  <LinkButton from="/docs" to="/docs/add" search variant="primary" icon={<PlusIcon />}>
    Neuer Prozess
  </LinkButton>
)

type NoDocsProps = {
  search: DocsSearch
  onSearch: (change: Partial<DocsSearch>) => void
  /** Button to create a process; false without permission. */
  create: ReactNode
}

/** Empty state with reason and advice. */
function NoDocs({ search: { filter, status }, onSearch, create }: NoDocsProps) {
  const icon = <DocumentsIcon />
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
        <p>Legen Sie einen an: Er beginnt als Entwurf, den nur Admins sehen.</p>
        <p>
          Was sonst am Anfang zu tun ist, steht unter <Link to="/today">„Heute“</Link> bei den ersten
          Schritten.
        </p>
      </Empty>
    )
  return (
    <Empty icon={icon} title="Gerade gibt es keine Prozesse für Sie.">
      <p>Sobald einer für Sie freigegeben ist, steht er hier.</p>
    </Empty>
  )
}
