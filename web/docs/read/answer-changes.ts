// The changes that somebody has made to the answers of one document, beside what the server has; this neither sends
// nor draws. Each change remembers what stood in the field when it began. Where another window or device has stored
// something else since, or a new round of the document has begun, that is a conflict: neither value wins by itself,
// both are kept, and a person chooses.
import type { Value } from '#contract/document/fields.ts'

/** The content of a field: a value, or text that is no value (yet) and is not sent. */
export type Typed = { value: Value } | { unreadable: string }
export type Answers = Record<string, Value>
/** What the server has; an older one, or a copy that an older app has kept, does not name the round. */
export type Known = { data: Answers; round?: number | undefined }
/** The server's value of a field that is in conflict with the one here, and the round in which it stands there. */
type Theirs = { value: Value; round?: number }
/**
 * As this browser stores it for the next visit, with what stood in the field before. An older version of the app
 * stored no `base`; such an answer is sent whatever the server has. Nor did it store the `round` for which it was
 * typed; such an answer goes into any. `sent`: what may have been stored from here meanwhile, since nobody has
 * answered. One in conflict has `theirs`, and is not sent before the choice; one whose field is gone from the document
 * is `lost`, and is read and copied until it is forgotten.
 */
export type StoredAnswer = Typed & {
  base?: Value | undefined
  round?: number | undefined
  sent?: readonly Value[]
  theirs?: Theirs | undefined
  lost?: true
}
export type Lost = { name: string; typed: Typed }

export type AnswerChange = {
  typed: Typed
  /** The server's value when it began; undefined where nobody knows. */
  base: Value | undefined
  /** The round for which it was typed, as far as anybody knew. */
  round: number | undefined
  /** Why the server refuses this one. */
  problem?: string
  /** A conflict: the server's value since then. */
  theirs?: Theirs
}
/** Sent in one request, by the names of the fields. */
export type Batch = ReadonlyMap<string, AnswerChange>

type Ignored = { ignored: readonly string[]; renamed?: Readonly<Record<string, string>> | undefined }

/**
 * `known`: the server's values, as far as anybody has asked. `underWay`: a field that is being sent, so that the
 * server's value is not known before it answers.
 */
export function createChanges(
  known: Known | undefined,
  underWay: (name: string) => AnswerChange | undefined,
) {
  let server = new Map(Object.entries(known?.data ?? {}))
  let round = known?.round
  let isKnown = known !== undefined
  const isUnderWay = (name: string) => underWay(name) !== undefined
  const changes = new Map<string, AnswerChange>()
  const savedHere = new Set<string>()
  /** Values that were sent and not answered. Where the server turns out to have one of them, it came from here. */
  const uncertain = new Map<string, Set<Value>>()
  let lost: readonly Lost[] = []

  const serverValue = (name: string): Value => server.get(name) ?? null

  /** What the server may have of a field by now without anybody here knowing. */
  function sentOf(name: string): Value[] {
    const sent = underWay(name)
    return [...(uncertain.get(name) ?? []), ...(sent ? [valueOf(sent.typed)] : [])]
  }

  function lose(name: string, typed: Typed) {
    lost = [...lost.filter((one) => one.name !== name), { name, typed }]
  }

  /** Called once the server's value is known: the change is settled, goes on, or is in conflict with it. */
  function compare(name: string) {
    const change = changes.get(name)
    if (!change || change.base === undefined || isUnderWay(name)) return
    const { theirs: _, ...rest } = change
    const value = serverValue(name)
    const isSameRound = !isOther(change.round, round)
    if (isSameRound && value === change.base) changes.set(name, rest)
    else if ('value' in change.typed && change.typed.value === value) changes.delete(name)
    else if (isSameRound && uncertain.get(name)?.has(value)) changes.set(name, { ...rest, base: value })
    else changes.set(name, { ...rest, theirs: { value, ...(round !== undefined && { round }) } })
  }

  /** The server's values of some fields have become known. */
  function setServerValues({ data, round: now = round }: Known) {
    round = now
    for (const [name, value] of Object.entries(data)) {
      server.set(name, value)
      compare(name)
      uncertain.delete(name)
    }
  }

  /** Those that can be sent as they are. */
  const sendable = (): Batch =>
    new Map([...changes].filter(([, { typed, problem, theirs }]) => 'value' in typed && !problem && !theirs))

  return {
    setServerValues,
    sendable,
    /**
     * Of these as many as go together: a request is for one round, and nothing waits for a photo that does not get
     * there, not even another photo.
     */
    nextBatch(): Batch {
      const all = [...sendable()]
      const words = all.filter(([, { typed }]) => !showsPhoto(valueOf(typed)))
      if (words.length === 0) return new Map(all.slice(0, 1))
      return new Map(words.filter(([, { round }]) => round === words[0]?.[1].round))
    },
    /** By the names of the fields; not to be changed from outside. */
    all: changes as Batch,
    serverValue,
    round: () => round,
    isKnown: () => isKnown,
    wasSavedHere: (name: string) => savedHere.has(name),
    isAnySaved: () => savedHere.size > 0,
    lost: () => lost,
    forgetLost() {
      lost = []
    },

    toStore: () =>
      new Map<string, StoredAnswer>([
        ...lost.map(({ name, typed }) => [name, { ...typed, lost: true }] as const),
        ...[...changes].map(([name, change]) => [name, storedOf(change, sentOf(name))] as const),
      ]),

    type(name: string, typed: Typed) {
      // Back to the server's value: nothing to send, unless another value is, or may be, on its way there.
      const isSure = !isUnderWay(name) && !uncertain.has(name)
      const isBack = isSure && 'value' in typed && typed.value === serverValue(name)
      const before = changes.get(name)
      const { base, round: typedFor } = before ?? { base: serverValue(name), round }
      if (isBack) changes.delete(name)
      else
        changes.set(name, { typed, base, round: typedFor, ...(before?.theirs && { theirs: before.theirs }) })
    },
    /** Unsaved answers of another visit or window. Whatever has been typed since is newer. */
    restore(unsaved: ReadonlyMap<string, StoredAnswer>) {
      for (const [name, { base, round: typedFor, sent, theirs, lost, ...typed }] of unsaved) {
        if (sent) uncertain.set(name, new Set([...sent, ...(uncertain.get(name) ?? [])]))
        if (lost) lose(name, typed)
        else if (!changes.has(name)) {
          changes.set(name, { typed, base, round: typedFor, ...(theirs && { theirs }) })
          if (isKnown) compare(name)
        }
      }
    },
    /** Decides a conflict. */
    choose(name: string, whose: 'mine' | 'theirs'): boolean {
      const change = changes.get(name)
      if (!change?.theirs) return false
      const { value: base, round: seenIn } = change.theirs
      if (whose === 'mine') changes.set(name, { typed: change.typed, base, round: seenIn })
      else changes.delete(name)
      return true
    },
    discard: () => changes.clear(),

    /**
     * The server has these now, except the fields that are gone from the document, or called otherwise. Answers with
     * what it has.
     */
    markSaved(sent: Batch, { ignored: gone, renamed = {} }: Ignored): Answers {
      const saved: Answers = {}
      for (const [name, change] of sent) {
        uncertain.delete(name)
        const latest = changes.get(name)
        if (gone.includes(name)) {
          const left = latest ?? change
          const today = renamed[name]
          changes.delete(name)
          // Answers have gone along with their fields: what stood in the old one stands in the new one.
          if (today !== undefined && !changes.has(today)) changes.set(today, left)
          else lose(name, left.typed)
          continue
        }
        const value = valueOf(change.typed)
        server.set(name, value)
        saved[name] = value
        savedHere.add(name)
        // What was typed since is another change, sent next, on top of what has just been stored.
        if (latest === change) changes.delete(name)
        else if (latest) changes.set(name, { ...latest, base: value })
      }
      return saved
    },
    /** The server refuses the field that it names, or all of these. */
    markRefused(sent: Batch, problem: string, named: string | undefined) {
      const names = named !== undefined && sent.has(named) ? [named] : sent.keys()
      for (const name of names) {
        const change = sent.get(name)
        if (change && changes.get(name) === change) changes.set(name, { ...change, problem })
      }
    },
    /** There was no answer: the server may have stored these. Those that wait beside them have their turn first. */
    markUncertain(sent: Batch) {
      for (const [name, change] of sent) {
        uncertain.set(name, new Set([...(uncertain.get(name) ?? []), valueOf(change.typed)]))
        if (changes.get(name) !== change) continue
        changes.delete(name)
        changes.set(name, change)
      }
    },
    /** What was refused may be accepted now. */
    clearRefusals() {
      for (const [name, { problem, ...rest }] of changes) if (problem) changes.set(name, rest)
    },

    /** Another window has saved these, over what was saved here. */
    savedByOtherWindow(data: Answers) {
      for (const [name, value] of Object.entries(data))
        if (serverValue(name) !== value) savedHere.delete(name)
      setServerValues({ data })
    },
    /** The server's values of all fields have become known. */
    replaceServerValues({ data, round: now }: Known) {
      round = now
      const next = new Map(Object.entries(data))
      // Somebody else has replaced or cleared what was saved here.
      for (const name of savedHere) if (serverValue(name) !== (next.get(name) ?? null)) savedHere.delete(name)
      server = next
      isKnown = true
      for (const name of changes.keys()) compare(name)
      for (const name of uncertain.keys()) if (!isUnderWay(name)) uncertain.delete(name)
    },
  }
}
export type Changes = ReturnType<typeof createChanges>

/** Where anybody knows both. */
export const isOther = (typedFor: number | undefined, round: number | undefined) =>
  typedFor !== undefined && round !== undefined && typedFor !== round

const storedOf = ({ typed, base, round, theirs }: AnswerChange, sent: readonly Value[]): StoredAnswer => ({
  ...typed,
  ...(base !== undefined && { base }),
  ...(round !== undefined && { round }),
  ...(sent.length > 0 && { sent }),
  ...(theirs && { theirs }),
})
/** Seen from here: what is no photo after all only goes a little later. */
export const showsPhoto = (value: Value) => String(value).startsWith('/docs/photos/')
export const valueOf = (typed: Typed): Value => ('value' in typed ? typed.value : null)
export const isSame = (one: Typed, other: Typed) =>
  'value' in one
    ? 'value' in other && one.value === other.value
    : 'unreadable' in other && one.unreadable === other.unreadable
