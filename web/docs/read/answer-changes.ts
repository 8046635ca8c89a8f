/**
 * What somebody has changed in one document, beside what the server has: reckons, and neither sends nor draws. Each change
 * remembers what stood in the field when it began. Where another window or device has stored something else since, neither
 * value wins by itself: both are there, and a person chooses.
 */
import type { Value } from '#contract/document/fields.ts'

/** What stands in a field: a value, or text that is none (yet) and is not sent. */
export type Typed = { value: Value } | { unreadable: string }
export type Answers = Record<string, Value>
/**
 * As this browser keeps it for the next visit: with what stood in the field before. An older version of the app kept
 * none; such a one goes out whatever the server has. One that waits for a choice says so, and is not sent before it.
 */
export type KeptAnswer = Typed & { base?: Value | undefined; theirs?: { value: Value } | undefined }
export type Lost = { name: string; text: string }

export type AnswerChange = {
  typed: Typed
  /** What the server had when it began; undefined where nobody knows. */
  base: Value | undefined
  /** Why the server refuses just this one. */
  problem?: string
  /** What the server has instead, since somebody has to choose. */
  theirs?: { value: Value }
}
/** What goes out at once, by the names of the fields. */
export type Batch = ReadonlyMap<string, AnswerChange>

/** `isUnderWay`: this field is being sent; what the server has there is not known before it answers. */
export function createChanges(known: Answers, isUnderWay: (name: string) => boolean) {
  let server = new Map(Object.entries(known))
  const changes = new Map<string, AnswerChange>()
  const savedHere = new Set<string>()
  /** Sent without an answer: the server may have them or not. What is found there later came from here. */
  const uncertain = new Map<string, Set<Value>>()
  let lost: readonly Lost[] = []

  const stored = (name: string): Value => server.get(name) ?? null

  /** Looks again at a change after the server's value has become known: whether somebody has to choose. */
  function compare(name: string) {
    const change = changes.get(name)
    if (!change || change.base === undefined || isUnderWay(name)) return
    const { theirs: _, ...rest } = change
    const value = stored(name)
    if (value === change.base) changes.set(name, rest)
    else if ('value' in change.typed && change.typed.value === value) changes.delete(name)
    else if (uncertain.get(name)?.has(value)) changes.set(name, { ...rest, base: value })
    else changes.set(name, { ...rest, theirs: { value } })
  }

  /** The server's values of some fields are known anew. */
  function learn(data: Answers) {
    for (const [name, value] of Object.entries(data)) {
      server.set(name, value)
      compare(name)
      uncertain.delete(name)
    }
  }

  return {
    learn,
    /** By the names of the fields; not to be changed from outside. */
    all: changes as Batch,
    stored,
    wasSavedHere: (name: string) => savedHere.has(name),
    isAnySaved: () => savedHere.size > 0,
    lost: () => lost,
    forgetLost() {
      lost = []
    },

    /** Those that can go out as they stand. */
    sendable: (): Batch =>
      new Map(
        [...changes].filter(([, { typed, problem, theirs }]) => 'value' in typed && !problem && !theirs),
      ),
    toKeep: (): Map<string, KeptAnswer> =>
      new Map([...changes].map(([name, change]) => [name, keptOf(change)])),

    type(name: string, typed: Typed) {
      // Back to what the server has: nothing to send, unless another value is, or may be, on its way there.
      const isSure = !isUnderWay(name) && !uncertain.has(name)
      const isBack = isSure && 'value' in typed && typed.value === stored(name)
      const before = changes.get(name)
      const base = before ? before.base : stored(name)
      if (isBack) changes.delete(name)
      else changes.set(name, { typed, base, ...(before?.theirs && { theirs: before.theirs }) })
    },
    /** What another visit or window left unsaved. What has been typed since is newer. */
    restore(unsaved: ReadonlyMap<string, KeptAnswer>) {
      for (const [name, { base, theirs, ...typed }] of unsaved)
        if (!changes.has(name)) changes.set(name, { typed, base, ...(theirs && { theirs }) })
    },
    /** Somebody has chosen: what they typed goes over what the server has, or gives way to it. */
    choose(name: string, whose: 'mine' | 'theirs'): boolean {
      const change = changes.get(name)
      if (!change?.theirs) return false
      if (whose === 'mine') changes.set(name, { typed: change.typed, base: change.theirs.value })
      else changes.delete(name)
      return true
    },
    discard: () => changes.clear(),

    /** The server has these now, but for the fields that are gone; answers what it has. */
    taken(sent: Batch, gone: readonly string[]): Answers {
      const saved: Answers = {}
      for (const [name, change] of sent) {
        uncertain.delete(name)
        const latest = changes.get(name)
        if (gone.includes(name)) {
          const { typed } = latest ?? change
          lost = [...lost.filter((one) => one.name !== name), { name, text: textOf(typed) }]
          changes.delete(name)
          continue
        }
        const value = valueOf(change.typed)
        server.set(name, value)
        saved[name] = value
        savedHere.add(name)
        // Whatever was typed since is another change, and goes next: over what has just been stored.
        if (latest === change) changes.delete(name)
        else if (latest) changes.set(name, { ...latest, base: value })
      }
      return saved
    },
    /** The server takes none of these, or not the one that it names. */
    refused(sent: Batch, problem: string, named: string | undefined) {
      const names = named !== undefined && sent.has(named) ? [named] : sent.keys()
      for (const name of names) {
        const change = sent.get(name)
        if (change && changes.get(name) === change) changes.set(name, { ...change, problem })
      }
    },
    unanswered(sent: Batch) {
      for (const [name, { typed }] of sent)
        uncertain.set(name, new Set([...(uncertain.get(name) ?? []), valueOf(typed)]))
    },
    /** What was refused may be taken now. */
    forgive() {
      for (const [name, { typed, base, problem }] of changes) if (problem) changes.set(name, { typed, base })
    },

    /** Another window has saved these: what was saved here has given way. */
    learnOfOthers(data: Answers) {
      for (const [name, value] of Object.entries(data)) if (stored(name) !== value) savedHere.delete(name)
      learn(data)
    },
    /** The server's values of all fields are known anew. */
    learnAll(data: Answers) {
      const next = new Map(Object.entries(data))
      // What was saved here has given way to another value, or to none.
      for (const name of savedHere) if (stored(name) !== (next.get(name) ?? null)) savedHere.delete(name)
      server = next
      for (const name of changes.keys()) compare(name)
      uncertain.clear()
    },
  }
}
export type Changes = ReturnType<typeof createChanges>

const keptOf = ({ typed, base, theirs }: AnswerChange): KeptAnswer => ({
  ...typed,
  ...(base !== undefined && { base }),
  ...(theirs && { theirs }),
})
export const valueOf = (typed: Typed): Value => ('value' in typed ? typed.value : null)
const textOf = (typed: Typed) => ('value' in typed ? String(typed.value ?? '') : typed.unreadable)
export const isSame = (one: Typed, other: Typed) =>
  'value' in one
    ? 'value' in other && one.value === other.value
    : 'unreadable' in other && one.unreadable === other.unreadable
