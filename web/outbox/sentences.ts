// How it stands with what is not with the server yet, in the same words everywhere.
import type { Standing } from './outbox.ts'

const SOMEONE_ELSE = 'jemand anderes hat inzwischen dasselbe geändert'

/** Without a connection nobody has said anything; else the server's sentence stands here, with its reference number. */
export function standingInWords({ state, problem }: Standing): string {
  if (state === 'refused') return problem === undefined ? SOMEONE_ELSE : `wurde abgelehnt: ${problem}`
  if (state === 'waiting') return problem ?? 'wartet auf Verbindung'
  return 'wird gesendet'
}
