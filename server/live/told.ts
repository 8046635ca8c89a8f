// What news tell beside the fact that has changed, so that whoever keeps something of it goes on without asking the
// database. It is told under its fact; nodes of the release before read the fact alone, and so does whoever finds
// here what it cannot read. A fact that comes with more is changed and not forgotten: `Cache` leaves it to who keeps
// it.

/** A message as the database tells of it. */
export type SaidMessage = {
  id: number
  user_id: number | null
  username: string
  display_name: string
  created_at: string
  content: string
  image_id: string | null
  client_key: string | null
}
/** Of a room: messages that were written down with one commit, in their order. */
export type Said = {
  /** Counts the deletions in the room. */
  revision: number
  /** The room's newest message before these. */
  before: number | null
  /** The state of everybody's rights when they were written down. */
  rights: string
  /** Those before which something of others stands that their author has not read. Not said: none. */
  unread?: readonly number[] | null
  messages: readonly SaidMessage[]
}
/** Of a person: they have read a room up to a message. */
export type Read = { kind: 'groups' | 'direct'; id: number; up_to: number }

export type Told = { said: Said; read?: never } | { read: Read; said?: never }
export type ToldOf = ReadonlyMap<string, Told>

/** Under their facts; what cannot be read is left out. */
export function readTold(given: unknown): Map<string, Told> {
  const told = new Map<string, Told>()
  if (!isRecord(given)) return told
  for (const [fact, value] of Object.entries(given)) {
    if (!isRecord(value)) continue
    const { said, read } = value
    if (fact.startsWith('room:') && isSaid(said)) told.set(fact, { said })
    if (fact.startsWith('user:') && isRead(read)) told.set(fact, { read })
  }
  return told
}

const isRecord = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
const isNumber = (given: unknown): given is number => Number.isSafeInteger(given)
const isTextOrNull = (given: unknown) => given === null || typeof given === 'string'

const isSaid = (given: unknown): given is Said =>
  isRecord(given) &&
  isNumber(given['revision']) &&
  (given['before'] === null || isNumber(given['before'])) &&
  typeof given['rights'] === 'string' &&
  (given['unread'] == null || (Array.isArray(given['unread']) && given['unread'].every(isNumber))) &&
  Array.isArray(given['messages']) &&
  given['messages'].length > 0 &&
  given['messages'].every(isMessage)

const isMessage = (given: unknown): given is SaidMessage =>
  isRecord(given) &&
  isNumber(given['id']) &&
  (given['user_id'] === null || isNumber(given['user_id'])) &&
  ['username', 'display_name', 'created_at', 'content'].every((name) => typeof given[name] === 'string') &&
  isTextOrNull(given['image_id']) &&
  isTextOrNull(given['client_key'])

const isRead = (given: unknown): given is Read =>
  isRecord(given) &&
  (given['kind'] === 'groups' || given['kind'] === 'direct') &&
  isNumber(given['id']) &&
  isNumber(given['up_to'])
