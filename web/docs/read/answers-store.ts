/**
 * What somebody fills into one document: the values that the server has, and what it does not have yet.
 *
 * Each key is kept in the browser at once and sent 800 ms after the last one. One request is under way at a time; what
 * is typed meanwhile waits for the next, and of several values of one field the last is sent. Nothing typed is dropped
 * before the server has it: what it refuses stays, with the reason beside it.
 *
 * Each change remembers what stood in the field when it began. Where another window or device has stored something else
 * since, neither value wins by itself: both are shown, and a person chooses.
 */
import type { Value } from '#contract/document/fields.ts'

/** What stands in a field: a value, or text that is none (yet) and is not sent. */
export type Typed = { value: Value } | { unreadable: string }
export type Answers = Record<string, Value>
/**
 * As this browser keeps it for the next visit: with what stood in the field before. An older version of the app kept
 * none; such a one goes out whatever the server has. One that waits for a choice says so, and is not sent before it.
 */
export type Kept = Typed & { base?: Value | undefined; theirs?: { value: Value } | undefined }

/** `none`: nothing was changed here. `waiting` and `saving` become `saved` by themselves, `failed` may not. */
export type SaveState = 'none' | 'waiting' | 'saving' | 'saved' | 'failed'
/** `problem`: why the server refuses just this one. `theirs`: what has been stored elsewhere since this one was begun. */
export type FieldView = {
  typed: Typed
  state: SaveState
  problem?: string | undefined
  theirs?: { value: Value } | undefined
}
export type Whole = {
  state: SaveState
  /** How many fields the server does not have as they stand here. */
  unsaved: number
  /** How many of these wait for somebody to choose. */
  disputed: number
  problem?: string | undefined
  /** The server takes nothing more for this document. */
  isClosed: boolean
  /** Typed for fields that the document no longer has. */
  lost: readonly Lost[]
}
export type Lost = { name: string; text: string }

/** How a sending ended, when it did not succeed. `later` may go by itself, `refused` not before something changes. */
export type Trouble =
  | { kind: 'later'; problem: string }
  | { kind: 'closed'; problem: string }
  | { kind: 'refused'; problem: string; name?: string | undefined }
  /** Nothing was stored: what the server has in these fields is not what they were believed to hold. */
  | { kind: 'changed'; stored: Answers }
export type Outcome = { ignored: readonly string[] } | Trouble

export type Doors = {
  /** `believed`: what the server is thought to have in these fields; not known of all. */
  send(changes: Answers, believed: Answers): Promise<Outcome>
  /** Called with all that the server does not have, whenever that changes. */
  keep(unsaved: ReadonlyMap<string, Kept>): void
  /** The server has taken these. */
  onSaved?(answers: Answers): void
}

type Change = {
  typed: Typed
  /** What the server had when it began; undefined where nobody knows. */
  base: Value | undefined
  problem?: string
  /** What the server has instead, since somebody has to choose. */
  theirs?: { value: Value }
}

export const AFTER_LAST_KEY = 800
const FIRST_RETRY = 2_000
const LONGEST_RETRY = 60_000

export type AnswersStore = ReturnType<typeof createAnswers>

export function createAnswers(known: Answers, doors: Doors) {
  let server = new Map(Object.entries(known))
  const changes = new Map<string, Change>()
  const savedHere = new Set<string>()
  /** Sent without an answer: the server may have them or not. What is found there later came from here. */
  const uncertain = new Map<string, Set<Value>>()
  let underWay: ReadonlyMap<string, Change> | undefined
  let trouble: Extract<Trouble, { kind: 'later' | 'closed' }> | undefined
  let lost: readonly Lost[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_RETRY
  /** Counts what could make an answer of the server older than what is known here. */
  let epoch = 0

  const listeners = new Set<() => void>()
  const views = new Map<string, FieldView>()
  const fresh = new Set<string>()
  let whole: Whole | undefined
  function tell(...names: string[]) {
    for (const name of names) fresh.delete(name)
    whole = undefined
    for (const listener of listeners) listener()
  }
  const tellAll = () => {
    fresh.clear()
    tell()
  }

  const kept = () => doors.keep(new Map([...changes].map(([name, change]) => [name, keptOf(change)])))
  const sendable = () =>
    [...changes].filter(([, { typed, problem, theirs }]) => 'value' in typed && !problem && !theirs)
  const stored = (name: string): Value => server.get(name) ?? null

  /** Looks again at a change after the server's value has become known: whether somebody has to choose. */
  function compare(name: string) {
    const change = changes.get(name)
    if (!change || change.base === undefined || underWay?.has(name)) return
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

  function schedule(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      void flush()
    }, ms)
  }

  async function flush(): Promise<void> {
    if (underWay || trouble?.kind === 'closed') return
    clearTimeout(timer)
    timer = undefined
    const due = sendable()
    if (due.length === 0) return
    underWay = new Map(due)
    epoch++
    tellAll()
    const answers = Object.fromEntries(due.map(([name, { typed }]) => [name, valueOf(typed)]))
    const believed = Object.fromEntries(
      due.flatMap(([name, { base }]) => (base === undefined ? [] : [[name, base] as const])),
    )
    const outcome = await doors.send(answers, believed)
    const sent = underWay
    underWay = undefined
    epoch++
    if ('ignored' in outcome) took(sent, outcome.ignored)
    else failed(sent, outcome)
    tellAll()
  }

  function took(sent: ReadonlyMap<string, Change>, ignored: readonly string[]) {
    trouble = undefined
    pause = FIRST_RETRY
    const saved: Answers = {}
    for (const [name, change] of sent) {
      uncertain.delete(name)
      if (ignored.includes(name)) {
        const latest = changes.get(name) ?? change
        lost = [...lost.filter((one) => one.name !== name), { name, text: textOf(latest.typed) }]
        changes.delete(name)
        continue
      }
      const value = valueOf(change.typed)
      server.set(name, value)
      saved[name] = value
      savedHere.add(name)
      // Whatever was typed since is another change, and goes next: over what has just been stored.
      const latest = changes.get(name)
      if (latest === change) changes.delete(name)
      else if (latest) changes.set(name, { ...latest, base: value })
    }
    kept()
    doors.onSaved?.(saved)
    if (sendable().length > 0 && timer === undefined) schedule(AFTER_LAST_KEY)
  }

  function failed(sent: ReadonlyMap<string, Change>, outcome: Trouble) {
    if (outcome.kind === 'refused') {
      const names = outcome.name !== undefined && sent.has(outcome.name) ? [outcome.name] : [...sent.keys()]
      for (const name of names) {
        const change = sent.get(name)
        if (change && changes.get(name) === change) changes.set(name, { ...change, problem: outcome.problem })
      }
      // The others were not stored either: they go again without the refused one.
      if (sendable().length > 0 && timer === undefined) schedule(AFTER_LAST_KEY)
      return
    }
    if (outcome.kind === 'changed') {
      learn(outcome.stored)
      kept()
      if (sendable().length > 0 && timer === undefined) schedule(AFTER_LAST_KEY)
      return
    }
    trouble = outcome
    if (outcome.kind === 'closed') return
    for (const [name, { typed }] of sent)
      uncertain.set(name, new Set([...(uncertain.get(name) ?? []), valueOf(typed)]))
    schedule(pause)
    pause = Math.min(2 * pause, LONGEST_RETRY)
  }

  function viewOf(name: string): FieldView {
    const change = changes.get(name)
    const typed = change?.typed ?? { value: stored(name) }
    if (!change) return { typed, state: savedHere.has(name) ? 'saved' : 'none' }
    if (change.theirs) return { typed, state: 'failed', theirs: change.theirs }
    if ('unreadable' in typed) return { typed, state: 'failed' }
    if (underWay?.get(name) === change) return { typed, state: 'saving' }
    if (change.problem) return { typed, state: 'failed', problem: change.problem }
    return { typed, state: trouble ? 'failed' : 'waiting' }
  }

  function wholeOf(): Whole {
    const unsaved = changes.size
    const isClosed = trouble?.kind === 'closed'
    const refused = [...changes.values()].find(({ problem }) => problem)?.problem
    const problem = trouble?.problem ?? refused
    const disputed = [...changes.values()].filter(({ theirs }) => theirs).length
    return { state: stateOf(), unsaved, disputed, problem, isClosed, lost }
  }
  function stateOf(): SaveState {
    if (underWay) return 'saving'
    if (changes.size === 0) return savedHere.size > 0 ? 'saved' : 'none'
    return trouble || sendable().length < changes.size ? 'failed' : 'waiting'
  }

  /** The same object until something about the field changes: React compares. */
  function view(name: string): FieldView {
    const known = views.get(name)
    if (known && fresh.has(name)) return known
    fresh.add(name)
    const next = viewOf(name)
    if (
      known &&
      isSame(known.typed, next.typed) &&
      known.state === next.state &&
      known.problem === next.problem &&
      known.theirs?.value === next.theirs?.value &&
      (known.theirs === undefined) === (next.theirs === undefined)
    )
      return known
    views.set(name, next)
    return next
  }

  /** The network is back, or somebody presses 'Erneut versuchen'. */
  function retry() {
    for (const [name, { typed, base, problem }] of changes) if (problem) changes.set(name, { typed, base })
    trouble = undefined
    pause = FIRST_RETRY
    tellAll()
    return flush()
  }

  return {
    view,
    retry,
    whole: () => (whole ??= wholeOf()),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    type(name: string, typed: Typed) {
      if (isSame(typed, view(name).typed)) return
      // Back to what the server has: nothing to send, unless another value is, or may be, on its way there.
      const isSure = !underWay?.has(name) && !uncertain.has(name)
      const isBack = isSure && 'value' in typed && typed.value === stored(name)
      const before = changes.get(name)
      const base = before ? before.base : stored(name)
      if (isBack) changes.delete(name)
      else changes.set(name, { typed, base, ...(before?.theirs && { theirs: before.theirs }) })
      kept()
      if (trouble?.kind !== 'later') schedule(AFTER_LAST_KEY)
      tell(name)
    },

    /** Leaving a field, the page, the window: sent now. While the server is out of reach the pause goes on. */
    leave: () => (trouble ? Promise.resolve() : flush()),

    /** What another visit or window left unsaved. What has been typed since is newer. */
    restore(unsaved: ReadonlyMap<string, Kept>) {
      for (const [name, { base, theirs, ...typed }] of unsaved)
        if (!changes.has(name)) changes.set(name, { typed, base, ...(theirs && { theirs }) })
      kept()
      tellAll()
      return flush()
    },

    /** Somebody has chosen: what they typed goes over what the server has, or gives way to it. */
    choose(name: string, whose: 'mine' | 'theirs') {
      const change = changes.get(name)
      if (!change?.theirs) return
      if (whose === 'mine') changes.set(name, { typed: change.typed, base: change.theirs.value })
      else changes.delete(name)
      kept()
      tellAll()
      if (trouble?.kind !== 'later') void flush()
    },

    /** The document takes answers again. */
    reopen() {
      if (trouble?.kind === 'closed') void retry()
    },

    epoch: () => epoch,
    /** What the server says; `asked` is the epoch at the time of asking. Unsaved fields stay as they stand here. */
    arrived(data: Answers, asked: number) {
      if (asked !== epoch || underWay) return
      const next = new Map(Object.entries(data))
      // What was saved here has given way to another value, or to none.
      for (const name of savedHere) if (stored(name) !== (next.get(name) ?? null)) savedHere.delete(name)
      server = next
      const open = [...changes.keys()]
      for (const name of open) compare(name)
      uncertain.clear()
      if (open.length > 0) kept()
      tellAll()
    },
    /** What another window of this browser has saved. */
    heard(saved: Answers) {
      for (const [name, value] of Object.entries(saved)) if (stored(name) !== value) savedHere.delete(name)
      epoch++
      const isOpen = changes.size > 0
      learn(saved)
      if (isOpen) kept()
      tellAll()
    },

    /** Only what the server takes no more can be given up. */
    discard() {
      changes.clear()
      kept()
      tellAll()
    },
    forgetLost() {
      lost = []
      tell()
    },
    isIdle: () => changes.size === 0 && !underWay,
    stop: () => clearTimeout(timer),
  }
}

const keptOf = ({ typed, base, theirs }: Change): Kept => ({
  ...typed,
  ...(base !== undefined && { base }),
  ...(theirs && { theirs }),
})
const valueOf = (typed: Typed): Value => ('value' in typed ? typed.value : null)
const textOf = (typed: Typed) => ('value' in typed ? String(typed.value ?? '') : typed.unreadable)
const isSame = (one: Typed, other: Typed) =>
  'value' in one
    ? 'value' in other && one.value === other.value
    : 'unreadable' in other && one.unreadable === other.unreadable
