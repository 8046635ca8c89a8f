import { getRouteApi } from '@tanstack/react-router'
import { Fragment, useMemo } from 'react'
import type { AuditItem } from '#contract/audit.ts'
import { ListRows } from '#web/lists/list-rows.tsx'
import { useList } from '#web/lists/use-list.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { AuditIcon, DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import css from './audit.module.css'
import { Filters } from './filters.tsx'
import { ObjectList } from './objects.tsx'
import { auditExcelUrl, auditQuery } from './queries.ts'
import { auditSearch } from './search.ts'

const route = getRouteApi('/signed-in/audit')

export const loadAudit = (params: Record<string, unknown>) =>
  queryClient.ensureQueryData(auditQuery(auditSearch(params)))

export function AuditScreen() {
  const params = route.useSearch()
  const search = useMemo(() => auditSearch(params), [params])
  const list = useList(search, route.useNavigate(), auditQuery)
  return (
    <Page
      title="Protokoll"
      breadcrumb={[backToToday]}
      actions={
        <AnchorButton href={auditExcelUrl(list.search)} download icon={<DownloadIcon />}>
          Excel
        </AnchorButton>
      }
    >
      <Filters list={list} columns={columns} />
      <ListRows
        list={list}
        caption="Protokoll"
        columns={columns}
        rows={list.data.items}
        rowKey={({ id }) => id}
        rowName={({ sentence }) => sentence}
        asRow={withTime}
        grouped={byDay}
        empty={
          <Empty
            icon={<AuditIcon />}
            title="Kein Eintrag gefunden"
            action={
              <Button onClick={() => list.setSearch(auditSearch({}))}>Das ganze Protokoll zeigen</Button>
            }
          >
            <p>Wählen Sie einen längeren Zeitraum, eine andere Art oder weniger Filter.</p>
          </Empty>
        }
      >
        {list.data.more && (
          <p className={css['more']}>Hier endet die Liste. Bitte grenzen Sie oben ein, wer, was oder wann.</p>
        )}
      </ListRows>
    </Page>
  )
}

const withTime = ({ at }: AuditItem) => ({ state: <TimeOfDay at={at} /> })

/** Time only, since the day is the heading. */
function TimeOfDay({ at }: { at: string }) {
  const whole = formatDateTime(at)
  return (
    <time dateTime={at} title={whole}>
      {whole.slice(-8, -3)}
    </time>
  )
}

/** Groups the entries by day, as `[day, entries]`. */
const byDay = (items: readonly AuditItem[]) => [
  ...Map.groupBy(items, ({ at }) => formatDateTime(at).slice(0, 10)),
]

const columns: Column<AuditItem>[] = [
  {
    key: 'at',
    head: 'Wann',
    sortable: true,
    inRow: 'nowhere',
    cell: ({ at }) => <span className={css['when']}>{formatDateTime(at)}</span>,
  },
  { key: 'who', head: 'Wer', wrap: true, cell: (item) => <AuditPerson item={item} /> },
  {
    key: 'what',
    head: 'Was',
    main: true,
    cell: ({ action, sentence }) => (
      <span className={css['what']}>
        {action.startsWith('refused.') && <Badge tone="warning">Abgelehnt</Badge>} {sentence}
      </span>
    ),
  },
  { key: 'object', head: 'Worum es geht', wrap: true, cell: (item) => <ObjectList item={item} /> },
  {
    key: 'address',
    head: 'Adresse',
    hide: 'narrow',
    cell: ({ address }) => address && <IpAddress address={address} />,
  },
]

function AuditPerson({ item: { user_id, display_name } }: { item: AuditItem }) {
  if (display_name !== null || user_id === null) return display_name
  return <span className={css['kind']}>Gelöschter Benutzer (Nr. {user_id})</span>
}

/** Allows a line break after each colon, since IPv6 addresses are long. */
function IpAddress({ address }: { address: string }) {
  const parts = address.split(/(?<=:)/)
  return (
    <span className={css['address']}>
      {parts.map((part, at) => (
        <Fragment key={at}>
          {part}
          {at < parts.length - 1 && <wbr />}
        </Fragment>
      ))}
    </span>
  )
}
