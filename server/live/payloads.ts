// The form in which nodes tell each other which facts have changed. During an update nodes of two releases share one
// database: `v` names the form, and `by` and `facts` stay as they are, since the release before version 1 reads nothing
// else; `told` says more of a fact where more is known. A payload that cannot be read, or names a fact that is not known
// here, may be about anything. What is said in rooms is told by the database itself, in the same form
// (0041_say_messages.sql).
import { isKnownFact } from './facts.ts'
import { readTold, type ToldOf } from './told.ts'

/** The form that this release writes. */
export const VERSION = 1
/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD_BYTES = 7_000
/** What stands around the facts, at most. */
const ENVELOPE_BYTES = 500

type Payload = { v: number; by: string; facts: string[]; told?: Record<string, unknown> }
/** Which node the news come from, and what has changed; `everything`: it may be anything. */
export type Received = { by: string | undefined; facts: readonly string[] | 'everything'; told: ToldOf }

export function readPayload(payload: string | undefined): Received {
  const parsed = parse(payload)
  const { v, by, facts, told } = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<
    string,
    unknown
  >
  const from = typeof by === 'string' ? by : undefined
  const isOurForm = (v === undefined || v === VERSION) && from !== undefined && Array.isArray(facts)
  if (!isOurForm || !facts.every(isKnownFact)) return { by: from, facts: 'everything', told: new Map() }
  return { by: from, facts, told: readTold(told) }
}

function parse(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '')
  } catch {
    return undefined // anybody may notify
  }
}

/** What is told of a fact goes with it, if it fits beside it. */
export function payloadsOf(by: string, facts: readonly string[], told: ToldOf = new Map()): string[] {
  const all: string[] = []
  for (let rest = facts; rest.length > 0; ) {
    let size = 0
    let take = 0
    while (take < rest.length && (size += sizeOf(rest[take] as string, told)) < PAYLOAD_BYTES) take++
    take = Math.max(take, 1)
    all.push(payloadOf(by, rest.slice(0, take), told))
    rest = rest.slice(take)
  }
  return all
}

function payloadOf(by: string, facts: string[], told: ToldOf): string {
  const more = facts.flatMap((fact) => (told.has(fact) ? [[fact, told.get(fact)] as const] : []))
  const bare = { v: VERSION, by, facts } satisfies Payload
  if (more.length === 0) return JSON.stringify(bare)
  const whole = JSON.stringify({ ...bare, told: Object.fromEntries(more) } satisfies Payload)
  return Buffer.byteLength(whole) < PAYLOAD_BYTES + ENVELOPE_BYTES ? whole : JSON.stringify(bare)
}

const sizeOf = (fact: string, told: ToldOf) =>
  JSON.stringify(fact).length + 1 + (told.has(fact) ? JSON.stringify([fact, told.get(fact)]).length : 0)
