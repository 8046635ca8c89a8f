// The form in which nodes tell each other which facts have changed. During an update nodes of two releases share one
// database: `v` names the form, and `by` and `facts` stay as they are. A payload that cannot be read, or names a fact
// that is not known here, may be about anything.
import { isKnownFact } from './facts.ts'

/** The form that this release writes. */
export const VERSION = 1
/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD_BYTES = 7_000

type Payload = { v: number; by: string; facts: string[] }
/** Which node the news come from, and what has changed; `everything`: it may be anything. */
export type Received = { by: string | undefined; facts: readonly string[] | 'everything' }

export function readPayload(payload: string | undefined): Received {
  const { v, by, facts } = fieldsOf(payload)
  const from = typeof by === 'string' ? by : undefined
  const isOurForm = (v === undefined || v === VERSION) && from !== undefined && Array.isArray(facts)
  if (!isOurForm || !facts.every(isKnownFact)) return { by: from, facts: 'everything' }
  return { by: from, facts }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(payload: string | undefined): Fields {
  try {
    const parsed: unknown = JSON.parse(payload ?? '')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : {}
  } catch {
    return {} // anybody may notify
  }
}

export function payloadsOf(by: string, facts: readonly string[]): string[] {
  const all: string[] = []
  for (let rest = facts; rest.length > 0; ) {
    let size = 0
    let take = 0
    while (take < rest.length && (size += JSON.stringify(rest[take]).length + 1) < PAYLOAD_BYTES) take++
    take = Math.max(take, 1)
    all.push(JSON.stringify({ v: VERSION, by, facts: rest.slice(0, take) } satisfies Payload))
    rest = rest.slice(take)
  }
  return all
}
