// Wire format of news. During an update nodes of two releases share one database: `v` is the version of the format,
// `by` and `facts` never change. An unreadable payload counts as „everything changed“. Facts of another release are
// processed like our own, so a fact whose meaning changes needs a new name.
/** The version that this release writes. */
export const FORMAT_VERSION = 1
/** PostgreSQL limits payloads to 8,000 bytes. */
const PAYLOAD_BYTES = 7_000

type Payload = { v: number; by: string; facts: string[] }
/** The sending node and the changed facts; `everything`: anything may have changed. */
export type ReceivedFacts = { by: string | undefined; facts: readonly string[] | 'everything' }

export function readPayload(payload: string | undefined): ReceivedFacts {
  const { v, by, facts } = fieldsOf(payload)
  const from = typeof by === 'string' ? by : undefined
  const isOurForm = v === FORMAT_VERSION && from !== undefined && Array.isArray(facts)
  if (!isOurForm || !facts.every((fact) => typeof fact === 'string')) return { by: from, facts: 'everything' }
  return { by: from, facts }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(payload: string | undefined): Fields {
  try {
    const parsed: unknown = JSON.parse(payload ?? '')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : {}
  } catch {
    return {} // any client of the database may send anything
  }
}

export function payloadsOf(by: string, facts: readonly string[]): string[] {
  const all: string[] = []
  for (let rest = facts; rest.length > 0; ) {
    let size = 0
    let take = 0
    while (take < rest.length && (size += JSON.stringify(rest[take]).length + 1) < PAYLOAD_BYTES) take++
    take = Math.max(take, 1)
    all.push(JSON.stringify({ v: FORMAT_VERSION, by, facts: rest.slice(0, take) } satisfies Payload))
    rest = rest.slice(take)
  }
  return all
}
