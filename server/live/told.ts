import { isKnownFact } from './facts.ts'

/**
 * The form in which nodes tell each other which facts have changed. During an update nodes of two releases share one
 * database: `v` names the form, and `by` and `facts` stay what they are, since the release before version 1 reads nothing
 * else. What cannot be read, or speaks of something that is not known here, may be about anything.
 */
export const VERSION = 1
/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD_BYTES = 7_000

type Told = { v: number; by: string; facts: string[] }
/** Whom the news are of, and what has changed; `everything`: it may be anything. */
export type Heard = { by: string | undefined; facts: readonly string[] | 'everything' }

export function readTold(payload: string | undefined): Heard {
  const told = parsed(payload)
  const { v, by, facts } = (typeof told === 'object' && told !== null ? told : {}) as Record<string, unknown>
  const teller = typeof by === 'string' ? by : undefined
  const isOurForm = (v === undefined || v === VERSION) && teller !== undefined && Array.isArray(facts)
  if (!isOurForm || !facts.every(isKnownFact)) return { by: teller, facts: 'everything' }
  return { by: teller, facts }
}

function parsed(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '')
  } catch {
    return undefined // anybody may notify
  }
}

export function payloadsOf(by: string, facts: readonly string[]): string[] {
  const all: string[] = []
  for (let rest = facts; rest.length > 0; ) {
    let size = 0
    let take = 0
    while (take < rest.length && (size += JSON.stringify(rest[take]).length + 1) < PAYLOAD_BYTES) take++
    take = Math.max(take, 1)
    all.push(JSON.stringify({ v: VERSION, by, facts: rest.slice(0, take) } satisfies Told))
    rest = rest.slice(take)
  }
  return all
}
