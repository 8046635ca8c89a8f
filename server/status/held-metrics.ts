import type { Frames } from '#server/chat/live/listener.ts'
import type { Budgets } from '#server/http/limits/limits.ts'
import type { Connections } from '#server/http/listen.ts'
import { counter, gauge } from '#server/metrics/metric.ts'

export type Held = {
  budgets: Budgets
  connections: Connections
  frames: Frames
}

/** Metrics of what is held in memory, and of what was refused. */
export function heldMetrics({ budgets, connections, frames }: Held) {
  return [
    gauge('kontor_body_bytes', 'Large bodies being received', budgets.bodyBytes),
    gauge('kontor_connections', 'Open connections', connections.size),
    counter('kontor_connections_refused_total', 'Connections refused for their number', connections.refused),
    gauge('kontor_live_connections', 'Open live connections', budgets.running('live_connections')),
    counter('kontor_live_frames_total', 'Frames of live connections', [
      [{ direction: 'out' }, frames.sent],
      [{ direction: 'in' }, frames.received],
    ]),
    counter('kontor_live_bytes_total', 'Bytes of frames sent', frames.sentBytes),
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
