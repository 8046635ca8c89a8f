/**
 * What somebody fills into one document, on its way to the server: kept in the browser at once and sent 800 ms after the
 * last key. Of several values of one field the last is sent. Nothing typed is dropped before the server has it: what it
 * refuses stays, with the reason beside it.
 */
import type { Value } from '#contract/document/fields.ts'
import { createStore } from '#web/store.ts'
import { createOutbox, isLater, type Later } from '#web/unsaved/outbox.ts'
import {
  type Answers,
  type Batch,
  createChanges,
  isSame,
  type KeptAnswer,
  type Lost,
  type Typed,
  valueOf,
} from './answer-changes.ts'

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

/** How a sending ended, when it did not succeed. `later` may go by itself, `refused` not before something changes. */
export type Trouble =
  | Later
  | { kind: 'closed'; problem: string }
  | { kind: 'refused'; problem: string; name?: string | undefined }
  /** Nothing was stored: what the server has in these fields is not what they were believed to hold. */
  | { kind: 'changed'; stored: Answers }
export type Outcome = { ignored: readonly string[] } | Trouble

export type Doors = {
  /** `believed`: what the server is thought to have in these fields; not known of all. */
  send(changes: Answers, believed: Answers): Promise<Outcome>
  /** Called with all that the server does not have, whenever that changes. */
  keep(unsaved: ReadonlyMap<string, KeptAnswer>): void
  /** The server has taken these. */
  onSaved?(answers: Answers): void
}

export const AFTER_LAST_KEY = 800

export type AnswersStore = ReturnType<typeof createAnswers>

export function createAnswers(known: Answers, doors: Doors) {
  const changes = createChanges(known, (name) => outbox.underWay()?.has(name) === true)
  /** Why nothing goes out at the moment. */
  let trouble: Extract<Trouble, { kind: 'later' | 'closed' }> | undefined
  /** Counts what could make an answer of the server older than what is known here. */
  let epoch = 0

  /** Counts what could be drawn otherwise. */
  const drawn = createStore(0)
  const views = new Map<string, FieldView>()
  const fresh = new Set<string>()
  let whole: Whole | undefined
  function tell(...names: string[]) {
    for (const name of names) fresh.delete(name)
    whole = undefined
    drawn.set(drawn.get() + 1)
  }
  const tellAll = () => {
    fresh.clear()
    tell()
  }
  const keep = () => doors.keep(changes.toKeep())

  const outbox = createOutbox<Batch, Outcome>({
    next() {
      const due = changes.sendable()
      return due.size === 0 || trouble?.kind === 'closed' ? undefined : due
    },
    async send(batch) {
      epoch++
      const due = [...batch]
      const outcome = await doors.send(
        Object.fromEntries(due.map(([name, { typed }]) => [name, valueOf(typed)])),
        Object.fromEntries(due.flatMap(([name, { base }]) => (base === undefined ? [] : [[name, base]]))),
      )
      epoch++
      return outcome
    },
    onDone(sent, outcome) {
      trouble = undefined
      if ('ignored' in outcome) {
        const saved = changes.taken(sent, outcome.ignored)
        keep()
        doors.onSaved?.(saved)
      } else if (outcome.kind === 'refused') changes.refused(sent, outcome.problem, outcome.name)
      else if (outcome.kind === 'changed') {
        changes.learn(outcome.stored)
        keep()
      } else {
        trouble = outcome
        if (isLater(outcome)) changes.unanswered(sent)
      }
    },
    onChange: tellAll,
    pause: AFTER_LAST_KEY,
  })

  function viewOf(name: string): FieldView {
    const change = changes.all.get(name)
    const typed = change?.typed ?? { value: changes.stored(name) }
    if (!change) return { typed, state: changes.wasSavedHere(name) ? 'saved' : 'none' }
    if (change.theirs) return { typed, state: 'failed', theirs: change.theirs }
    if ('unreadable' in typed) return { typed, state: 'failed' }
    if (outbox.underWay()?.get(name) === change) return { typed, state: 'saving' }
    if (change.problem) return { typed, state: 'failed', problem: change.problem }
    return { typed, state: trouble ? 'failed' : 'waiting' }
  }

  function wholeOf(): Whole {
    const all = [...changes.all.values()]
    const refused = all.find(({ problem }) => problem)?.problem
    return {
      state: stateOf(),
      unsaved: all.length,
      disputed: all.filter(({ theirs }) => theirs).length,
      problem: trouble?.problem ?? refused,
      isClosed: trouble?.kind === 'closed',
      lost: changes.lost(),
    }
  }
  function stateOf(): SaveState {
    if (outbox.underWay()) return 'saving'
    if (changes.all.size === 0) return changes.isAnySaved() ? 'saved' : 'none'
    return trouble || changes.sendable().size < changes.all.size ? 'failed' : 'waiting'
  }

  /** The same object until something about the field changes: React compares. */
  function view(name: string): FieldView {
    const known = views.get(name)
    if (known && fresh.has(name)) return known
    fresh.add(name)
    const next = viewOf(name)
    if (known && isSameView(known, next)) return known
    views.set(name, next)
    return next
  }

  /** The network is back, or somebody presses 'Erneut versuchen'. */
  function retry() {
    changes.forgive()
    trouble = undefined
    return outbox.wake()
  }

  return {
    view,
    retry,
    whole: () => (whole ??= wholeOf()),
    subscribe: drawn.subscribe,

    type(name: string, typed: Typed) {
      if (isSame(typed, view(name).typed)) return
      changes.type(name, typed)
      keep()
      outbox.soon(AFTER_LAST_KEY)
      tell(name)
    },

    /** Leaving a field, the page, the window: sent now. While the server is out of reach the pause goes on. */
    leave: () => (trouble ? Promise.resolve() : outbox.flush()),

    /** What another visit or window left unsaved. */
    restore(unsaved: ReadonlyMap<string, KeptAnswer>) {
      changes.restore(unsaved)
      keep()
      tellAll()
      return outbox.flush()
    },

    choose(name: string, whose: 'mine' | 'theirs') {
      if (!changes.choose(name, whose)) return
      keep()
      tellAll()
      if (trouble?.kind !== 'later') void outbox.flush()
    },

    /** The document takes answers again. */
    reopen() {
      if (trouble?.kind === 'closed') void retry()
    },

    epoch: () => epoch,
    /** What the server says; `asked` is the epoch at the time of asking. Unsaved fields stay as they stand here. */
    arrived(data: Answers, asked: number) {
      if (asked !== epoch || outbox.underWay()) return
      const isOpen = changes.all.size > 0
      changes.learnAll(data)
      if (isOpen) keep()
      tellAll()
    },
    /** What another window of this browser has saved. */
    heard(saved: Answers) {
      epoch++
      const isOpen = changes.all.size > 0
      changes.learnOfOthers(saved)
      if (isOpen) keep()
      tellAll()
    },

    /** Only what the server takes no more can be given up. */
    discard() {
      changes.discard()
      keep()
      tellAll()
    },
    forgetLost() {
      changes.forgetLost()
      tell()
    },
    isIdle: () => changes.all.size === 0 && !outbox.underWay(),
    stop: outbox.stop,
  }
}

const isSameView = (one: FieldView, other: FieldView) =>
  isSame(one.typed, other.typed) &&
  one.state === other.state &&
  one.problem === other.problem &&
  one.theirs?.value === other.theirs?.value &&
  (one.theirs === undefined) === (other.theirs === undefined)
