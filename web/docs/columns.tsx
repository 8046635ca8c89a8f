// Columns of the list of processes, for staff, administrators and deleted ones.
import { Link, useNavigate } from '@tanstack/react-router'
import type { DocListItem } from '#contract/docs.ts'
import { docStatusesForStaff } from '#contract/document/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { UndoIcon } from '#web/ui/icon.tsx'
import { Track } from '#web/ui/progress.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { restoreWithToast } from './doc-actions.ts'
import { DocMenu } from './doc-menu.tsx'
import css from './docs.module.css'
import { StatusBadge } from './status.tsx'

const nameColumn: Column<DocListItem> = {
  key: 'name',
  head: 'Name',
  main: true,
  sortable: true,
  cell: ({ due_on, next_round_at, ...doc }) => (
    <>
      <DocLink {...doc} />
      {due_on && <div className="quiet">bis {formatDate(due_on)}</div>}
      {next_round_at && <div className="quiet">Nächste Runde am {formatDate(next_round_at)}</div>}
    </>
  ),
}
const DocLink = ({ id, name }: Pick<DocListItem, 'id' | 'name'>) => (
  <Link to="/docs/$doc_id/show" params={{ doc_id: id }} className={css['name']}>
    {name}
  </Link>
)

/** A deadline is highlighted when fewer days than this are left. */
const DUE_SOON_DAYS = 3

/** On phones the other values are below the name, the most important first. */
export const asRow = ({ due_on, next_round_at, last_update, ...doc }: DocListItem) => {
  const finished = finishedText(doc)
  return {
    title: <DocLink {...doc} />,
    line: [
      finished && `${finished} fertig`,
      due_on && (
        <span
          key="due"
          className={isDueSoon(due_on) && progressGroupOf(doc) === 'Offen' ? css['near'] : undefined}
        >
          bis {formatDate(due_on)}
        </span>
      ),
      audienceInWords(doc),
      next_round_at && `Nächste Runde am ${formatDate(next_round_at)}`,
      <Moment key="last" at={last_update} />,
    ],
  }
}

/** How many people have finished. Undefined if there is nothing to finish, or if nobody sees the process. */
function finishedText({
  audience,
  status,
  fields,
  handed_in,
}: Pick<DocListItem, 'audience' | 'status' | 'fields' | 'handed_in'>) {
  if (!audience || !docStatusesForStaff.includes(status)) return undefined
  if (fields === 0 && handed_in === undefined) return undefined
  return `${formatNumber(audience.finished)} von ${formatNumber(audience.people)}`
}

/** 'Bühne, Technik und 3 weitere' */
function audienceInWords({ audience }: Pick<DocListItem, 'audience'>): string {
  const { public: isPublic, groups } = audience ?? { public: false, groups: [] }
  if (isPublic) return 'Alle'
  const others = groups.length - MAX_NAMED_GROUPS
  if (others <= 0) return groups.join(', ')
  return `${groups.slice(0, MAX_NAMED_GROUPS).join(', ')} und ${formatNumber(others)} weitere`
}
const MAX_NAMED_GROUPS = 2

const isDueSoon = (day: string) => Date.parse(day) - Date.now() < DUE_SOON_DAYS * 24 * 3_600_000

const lastUpdateColumn: Column<DocListItem> = {
  key: 'last_update',
  head: 'Letzte Änderung',
  sortable: true,
  cell: ({ last_update }) => <Moment at={last_update} />,
}

const statusColumn: Column<DocListItem> = {
  key: 'status',
  head: 'Status',
  sortable: true,
  inRow: 'state',
  cell: ({ status }) => <StatusBadge status={status} />,
}

export const staffColumns: Column<DocListItem>[] = [
  nameColumn,
  { key: 'filled', head: 'Ihr Stand', inRow: 'state', cell: (doc) => <OwnProgress {...doc} /> },
  lastUpdateColumn,
]
export const adminColumns: Column<DocListItem>[] = [
  {
    ...nameColumn,
    cell: ({ next_round_at, ...doc }) => (
      <>
        <DocLink {...doc} />
        {next_round_at && <div className="quiet">Nächste Runde am {formatDate(next_round_at)}</div>}
      </>
    ),
  },
  statusColumn,
  {
    key: 'audience',
    head: 'Für wen',
    wrap: true,
    cell: audienceInWords,
  },
  { key: 'due_on', head: 'Frist', cell: ({ due_on }) => due_on && formatDate(due_on) },
  { key: 'finished', head: 'Fertig', cell: finishedText },
  lastUpdateColumn,
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

/** Own progress: '7 von 12'. The count is shown only if the person may fill in the process. */
function OwnProgress({ fields, filled, handed_in, can }: Progress) {
  if (handed_in) return <Badge tone="success">Abgegeben</Badge>
  if (handed_in === false && filled >= fields && can.fill) return <Badge tone="info">Abzugeben</Badge>
  if (fields === 0) return <span className="quiet">Nur zum Lesen</span>
  if (filled >= fields) return <Badge tone="success">Fertig</Badge>
  if (!can.fill) return <span className="quiet">Nur noch zum Lesen</span>
  return (
    <span className={css['filled']}>
      <span className={css['count']}>
        {formatNumber(filled)} von {formatNumber(fields)}
      </span>
      <Track value={filled} max={fields} />
    </span>
  )
}

/** Groups of a phone's list: open ones first, then finished ones, then those only to be read. */
export function groupByProgress(docs: readonly DocListItem[]) {
  const groups = Map.groupBy(docs, progressGroupOf)
  return (['Offen', 'Fertig', 'Nur zum Lesen'] as const).flatMap((group) => {
    const docs = groups.get(group)
    return docs ? [[group, docs] as const] : []
  })
}

type Progress = Pick<DocListItem, 'fields' | 'filled' | 'handed_in' | 'can'>

function progressGroupOf({ fields, filled, handed_in, can }: Progress): 'Offen' | 'Fertig' | 'Nur zum Lesen' {
  if (handed_in || (fields > 0 && filled >= fields && handed_in !== false)) return 'Fertig'
  return can.fill && fields > 0 ? 'Offen' : 'Nur zum Lesen'
}

/** Columns of deleted processes, which can only be restored. */
export const deletedColumns: Column<DocListItem>[] = [
  {
    key: 'name',
    head: 'Name',
    main: true,
    sortable: true,
    cell: ({ name }) => <span className={css['name']}>{name}</span>,
  },
  statusColumn,
  {
    key: 'deleted_at',
    head: 'Gelöscht am',
    inRow: 'labelled',
    cell: ({ deleted_at }) => deleted_at && <Moment at={deleted_at} />,
  },
  { key: 'actions', head: 'Aktionen', headHidden: true, cell: (doc) => <RestoreButton doc={doc} /> },
]

const RestoreButton = ({ doc }: { doc: DocListItem }) => (
  <Button
    size="small"
    icon={<UndoIcon size={18} />}
    aria-label={`${doc.name} wiederherstellen`}
    onClick={() => restoreWithToast(doc)}
  >
    Wiederherstellen
  </Button>
)
