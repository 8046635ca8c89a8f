import type { OperationNode } from '#contract/operation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Moment } from '#web/ui/date-time/moment.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import css from './operation.module.css'

/** Nodes of the last day. */
export function Nodes({ nodes }: { nodes: readonly OperationNode[] }) {
  return (
    <DataTable
      caption="Knoten"
      columns={columns}
      rows={nodes}
      rowKey={({ name }) => name}
      rowName={({ name }) => name}
    />
  )
}

const columns: Column<OperationNode>[] = [
  {
    key: 'name',
    head: 'Knoten',
    main: true,
    cell: ({ name, is_here }) => (is_here ? `${name} (antwortet Ihnen)` : name),
  },
  {
    key: 'is_running',
    head: 'Zustand',
    inRow: 'state',
    cell: ({ is_running }) => (
      <Badge tone={is_running ? 'success' : 'muted'}>{is_running ? 'Läuft' : 'Meldet sich nicht'}</Badge>
    ),
  },
  {
    key: 'started_at',
    head: 'Gestartet',
    inRow: 'labelled',
    cell: ({ started_at }) => <Moment at={started_at} />,
  },
  {
    key: 'seen_at',
    head: 'Zuletzt gesehen',
    hide: 'narrow',
    inRow: 'labelled',
    cell: ({ seen_at }) => <Moment at={seen_at} />,
  },
  {
    key: 'memory',
    head: 'Arbeitsspeicher',
    align: 'end',
    inRow: 'labelled',
    cell: ({ memory_bytes }) => `${formatNumber(Math.round(memory_bytes / 1024 ** 2))} MB`,
  },
  {
    key: 'build',
    head: 'Browserteil',
    hide: 'narrow',
    inRow: 'labelled',
    cell: ({ build }) => <code className={css['code']}>{build}</code>,
  },
]
