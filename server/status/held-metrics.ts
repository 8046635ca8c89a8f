import type { Frames } from '#server/chat/live/listener.ts'
import type { Bodies } from '#server/http/limits/bodies.ts'
import type { Budgets } from '#server/http/limits/budgets.ts'
import type { Connections } from '#server/http/limits/connections.ts'
import type { Unread } from '#server/http/limits/unread.ts'
import type { Overload } from '#server/http/overload/overload.ts'
import { counter, gauge } from '#server/metrics/metric.ts'

export type Held = {
  budgets: Budgets
  connections: Connections
  unread: Unread
  bodies: Bodies
  frames: Frames
  overload: Overload
}

/** Metrics of what is held in memory, and of what was refused. */
export function heldMetrics({ budgets, connections, unread, bodies, frames, overload }: Held) {
  return [
    gauge('kontor_unread_bytes', 'Answers made and not yet taken', unread.bytes),
    counter('kontor_unread_let_go_total', 'Readers let go of for too many of them', unread.letGo),
    gauge('kontor_body_bytes', 'Large bodies being received', bodies.bytes),
    counter('kontor_bodies_refused_total', 'Large bodies refused for those of everybody', bodies.refused),
    gauge('kontor_connections', 'Open connections', connections.size),
    counter(
      'kontor_connections_refused_total',
      'Connections refused or given up for their number',
      connections.refused,
    ),
    gauge('kontor_live_connections', 'Open live connections', budgets.running('live_connections')),
    counter('kontor_live_frames_total', 'Frames of live connections', [
      [{ direction: 'out' }, frames.sent],
      [{ direction: 'in' }, frames.received],
    ]),
    counter('kontor_live_bytes_total', 'Bytes of frames sent', frames.sentBytes),
    gauge('kontor_overload_level', '0: everything is served; 1: no list; 2: no read', overload.level),
    counter(
      'kontor_put_off_total',
      'Requests put off for want of a place, by priority',
      Object.entries(overload.putOff).map(([priority, count]) => [{ priority }, count]),
    ),
    refusals(budgets),
  ]
}

function refusals({ table, refused }: Budgets) {
  const names = Object.keys({ ...table.rates, ...table.stored, ...table.atOnce })
  return counter(
    'kontor_refusals_total',
    'Refusals by limit (docs/betrieb/grenzen.md)',
    names.map((limit) => [{ limit }, refused.get(limit as never) ?? 0]),
  )
}
