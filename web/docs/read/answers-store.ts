/**
 * What somebody fills into one document: the values that the server has, and what it does not have yet.
 *
 * Each key is kept in the browser at once and sent 800 ms after the last one. One request is under way at a time; what
 * is typed meanwhile waits for the next, and of several values of one field the last is sent. Nothing typed is dropped
 * before the server has it: what it refuses stays, with the reason beside it.
 */
import type { Value } from '#contract/document/fields.ts'

/** What stands in a field: a value, or text that is none (yet) and is not sent. */
export type Typed = { value: Value } | { unreadable: string }
export type Answers = Record<string, Value>

/** `none`: nothing was changed here. `waiting` and `saving` become `saved` by themselves, `failed` may not. */
export type SaveState = 'none' | 'waiting' | 'saving' | 'saved' | 'failed'
/** `problem`: why the server refuses just this one. */
export type FieldView = { typed: Typed; state: SaveState; problem?: string | undefined }
export type Whole = {
  state: SaveState
  /** How many fields the server does not have as they stand here. */
  unsaved: number
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
export type Outcome = { ignored: readonly string[] } | Trouble

export type Doors = {
  send(changes: Answers): Promise<Outcome>
  /** Called with all that the server does not have, whenever that changes. */
  keep(unsaved: ReadonlyMap<string, Typed>): void
  /** The server has taken these. */
  onSaved?(answers: Answers): void
}

type Change = { typed: Typed; problem?: string }

export const AFTER_LAST_KEY = 800
const FIRST_RETRY = 2_000
const LONGEST_RETRY = 60_000

export type AnswersStore = ReturnType<typeof createAnswers>

export function createAnswers(known: Answers, doors: Doors) {
  let server = new Map(Object.entries(known))
  const changes = new Map<string, Change>()
  const savedHere = new Set<string>()
  /** Sent without an answer: the server may have them or not. */
  const uncertain = new Set<string>()
  let underWay: ReadonlyMap<string, Change> | undefined
  let trouble: Trouble | undefined
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

  const kept = () => doors.keep(new Map([...changes].map(([name, { typed }]) => [name, typed])))
  const sendable = () => [...changes].filter(([, { typed, problem }]) => 'value' in typed && !problem)

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
    const outcome = await doors.send(answers)
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
      // Whatever was typed since is another change, and goes next.
      if (changes.get(name) === change) changes.delete(name)
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
    trouble = outcome
    if (outcome.kind === 'closed') return
    for (const name of sent.keys()) uncertain.add(name)
    schedule(pause)
    pause = Math.min(2 * pause, LONGEST_RETRY)
  }

  function viewOf(name: string): FieldView {
    const change = changes.get(name)
    const typed = change?.typed ?? { value: server.get(name) ?? null }
    if (!change) return { typed, state: savedHere.has(name) ? 'saved' : 'none' }
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
    return { state: stateOf(), unsaved, problem, isClosed, lost }
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
      known.problem === next.problem
    )
      return known
    views.set(name, next)
    return next
  }

  /** The network is back, or somebody presses 'Erneut versuchen'. */
  function retry() {
    for (const [name, { typed, problem }] of changes) if (problem) changes.set(name, { typed })
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
      const isBack = isSure && 'value' in typed && typed.value === (server.get(name) ?? null)
      if (isBack) changes.delete(name)
      else changes.set(name, { typed })
      kept()
      if (trouble?.kind !== 'later') schedule(AFTER_LAST_KEY)
      tell(name)
    },

    /** Leaving a field, the page, the window: sent now. While the server is out of reach the pause goes on. */
    leave: () => (trouble ? Promise.resolve() : flush()),

    /** What another visit or window left unsaved. What has been typed since is newer. */
    restore(unsaved: ReadonlyMap<string, Typed>) {
      for (const [name, typed] of unsaved) if (!changes.has(name)) changes.set(name, { typed })
      tellAll()
      return flush()
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
      for (const name of savedHere)
        if ((server.get(name) ?? null) !== (next.get(name) ?? null)) savedHere.delete(name)
      server = next
      uncertain.clear()
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

const valueOf = (typed: Typed): Value => ('value' in typed ? typed.value : null)
const textOf = (typed: Typed) => ('value' in typed ? String(typed.value ?? '') : typed.unreadable)
const isSame = (one: Typed, other: Typed) =>
  'value' in one
    ? 'value' in other && one.value === other.value
    : 'unreadable' in other && one.unreadable === other.unreadable
