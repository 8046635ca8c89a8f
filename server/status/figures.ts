import type { Budgets } from '#server/budgets.ts'
import type { Bodies } from '#server/http/bodies.ts'
import type { Connections } from '#server/http/connections.ts'
import type { Polled } from '#server/http/polled.ts'
import type { Unread } from '#server/http/unread.ts'

export type Figure = [name: string, type: 'gauge' | 'counter', help: string, value: number, labels?: string]

type Parts = { budgets: Budgets; connections: Connections; polled: Polled; unread: Unread; bodies: Bodies }

/** What is held in memory for those who ask, and who was refused. */
export function figuresOf({ budgets, connections, polled, unread, bodies }: Parts): Figure[] {
  const { entries, bytes } = polled.kept
  return [
    ['kontor_replay_entries', 'gauge', 'Polled answers kept', entries],
    ['kontor_replay_bytes', 'gauge', 'What polled answers take in memory', bytes],
    ['kontor_unread_bytes', 'gauge', 'Answers made and not yet taken', unread.bytes],
    ['kontor_unread_let_go_total', 'counter', 'Readers let go of for too many of them', unread.letGo],
    ['kontor_body_bytes', 'gauge', 'Large bodies being received', bodies.bytes],
    ['kontor_bodies_refused_total', 'counter', 'Large bodies refused for those of everybody', bodies.refused],
    ['kontor_connections', 'gauge', 'Open connections', connections.size],
    [
      'kontor_connections_refused_total',
      'counter',
      'Connections refused or given up for their number',
      connections.refused,
    ],
    ['kontor_live_connections', 'gauge', 'Open live connections', budgets.held('live_connections')],
    ...refusals(budgets),
  ]
}

function refusals({ table, refused }: Budgets): Figure[] {
  return Object.keys({ ...table.rates, ...table.stored, ...table.atOnce }).map((name) => [
    'kontor_refusals_total',
    'counter',
    'Refusals by limit (docs/operations.md)',
    refused.get(name as never) ?? 0,
    `{limit="${name}"}`,
  ])
}
