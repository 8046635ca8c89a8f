// The answers that somebody fills into one document, on their way to the server: stored in the browser at once and
// sent 800 ms after the last key, of several values of one field the last. Nothing typed is dropped before the server
// has it: what it refuses stays, with the reason beside it.
import { createStore } from '#web/store.ts'
import { createOutbox, isLater, type Later } from '#web/unsaved/outbox.ts'
import {
  type AnswerChange,
  type Answers,
  type Batch,
  createChanges,
  isOther,
  isSame,
  type Known,
  type StoredAnswer,
  type Typed,
  valueOf,
} from './answer-changes.ts'
import { type AnswersStatus, type FieldView, isSameView, type SaveStatus } from './answers-view.ts'

/** Why a request did not succeed. `later` is tried again by itself, `refused` not before something changes. */
export type SendFailure =
  | Later
  | { kind: 'closed'; problem: string }
  | { kind: 'refused'; problem: string; name?: string | undefined }
  /** Nothing was stored: the server has other values in these fields than it was believed to have, or another round. */
  | { kind: 'conflict'; stored: Answers; round?: number | undefined }
/** `renamed`: what some of the ignored fields are called by now. */
export type Outcome =
  | { ignored: readonly string[]; renamed?: Readonly<Record<string, string>> | undefined }
  | SendFailure

type AnswersOptions = {
  /** `believed`: the values that the server is thought to have in these fields, in this round, as far as known. */
  send(changes: Answers, believed: Answers, round: number | undefined): Promise<Outcome>
  /** Called with all that the server does not have, whenever that changes. */
  keep(unsaved: ReadonlyMap<string, StoredAnswer>): void
  /** The server has stored these. */
  onSaved?(answers: Answers): void
  /** The document has other fields by now, or another round, and the server perhaps other answers. */
  onOutdated?(): void
}

/** ms */
const AFTER_LAST_KEY = 800

export type AnswersStore = ReturnType<typeof createAnswers>

/** `known`: what the server has, as far as whoever opens them knows it. */
export function createAnswers(known: Known | undefined, options: AnswersOptions) {
  const changes = createChanges(known, (name) => outbox.underWay()?.get(name))
  /** Why nothing is sent at the moment. */
  let failure: Extract<SendFailure, { kind: 'later' | 'closed' }> | undefined
  /** Raised by whatever makes an answer of the server that was asked for before out of date. */
  let epoch = 0

  /** Raised whenever something may look different. */
  const revision = createStore(0)
  const views = new Map<string, FieldView>()
  /** Fields whose view is up to date. */
  const fresh = new Set<string>()
  let status: AnswersStatus | undefined
  function notify(...names: string[]) {
    for (const name of names) fresh.delete(name)
    status = undefined
    revision.set(revision.get() + 1)
  }
  const notifyAll = () => {
    fresh.clear()
    notify()
  }
  const keep = () => options.keep(changes.toStore())

  const outbox = createOutbox<Batch, Outcome>({
    next() {
      const due = changes.nextBatch()
      return due.size === 0 || failure?.kind === 'closed' ? undefined : due
    },
    async send(batch) {
      epoch++
      // Should the page end before the answer comes, the next one knows what is ours.
      keep()
      const due = [...batch]
      const outcome = await options.send(
        Object.fromEntries(due.map(([name, { typed }]) => [name, valueOf(typed)])),
        Object.fromEntries(due.flatMap(([name, { base }]) => (base === undefined ? [] : [[name, base]]))),
        due[0]?.[1].round,
      )
      epoch++
      return outcome
    },
    onDone(sent, outcome) {
      failure = undefined
      if ('ignored' in outcome) {
        const saved = changes.markSaved(sent, outcome)
        keep()
        options.onSaved?.(saved)
        if (outcome.ignored.length > 0) options.onOutdated?.()
      } else if (outcome.kind === 'refused') changes.markRefused(sent, outcome.problem, outcome.name)
      else if (outcome.kind === 'conflict') {
        const before = changes.round()
        changes.setServerValues({ data: outcome.stored, round: outcome.round })
        keep()
        if (isOther(before, outcome.round)) options.onOutdated?.()
      } else {
        failure = outcome
        if (isLater(outcome)) changes.markUncertain(sent)
      }
    },
    onChange() {
      if (failure?.kind === 'later' && !outbox.isWaiting()) failure = undefined
      notifyAll()
    },
    pause: AFTER_LAST_KEY,
  })

  function viewOf(name: string): FieldView {
    const change = changes.all.get(name)
    const typed = change?.typed ?? { value: changes.serverValue(name) }
    if (!change) return { typed, status: changes.wasSavedHere(name) ? 'saved' : 'none' }
    if (change.theirs) {
      const theirs = { value: change.theirs.value, isNewRound: isOfOtherRound(change) }
      return { typed, status: 'failed', theirs }
    }
    const stored = changes.serverValue(name)
    if ('unreadable' in typed) return { typed, status: 'failed', stored }
    if (outbox.underWay()?.get(name) === change) return { typed, status: 'saving' }
    if (change.problem) return { typed, status: 'failed', problem: change.problem, stored }
    if (!failure) return { typed, status: 'waiting' }
    if (!isLater(failure)) return { typed, status: 'failed', stored }
    return { typed, status: 'kept', ...(failure.status !== 0 && { later: failure.problem }) }
  }

  function readStatus(): AnswersStatus {
    const all = [...changes.all.values()]
    const refused = all.find(({ problem }) => problem)?.problem
    return {
      status: saveStatus(),
      unsaved: all.length,
      conflicts: all.filter(({ theirs }) => theirs).length,
      ...(all.some(isOfOtherRound) && { isNewRound: true }),
      problem: failure?.problem ?? refused,
      ...(failure?.kind === 'later' && failure.status === 0 && { isUnreached: true }),
      isClosed: failure?.kind === 'closed',
      lost: changes.lost(),
    }
  }
  function saveStatus(): SaveStatus {
    if (outbox.underWay()) return 'saving'
    if (changes.all.size === 0)
      return changes.lost().length > 0 ? 'failed' : changes.isAnySaved() ? 'saved' : 'none'
    if (changes.sendable().size < changes.all.size) return 'failed'
    return failure ? (isLater(failure) ? 'kept' : 'failed') : 'waiting'
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

  const isDue = () => !failure && changes.nextBatch().size > 0
  const changed = () =>
    new Promise<void>((resolve) => {
      const stop = revision.subscribe(() => {
        stop()
        resolve()
      })
    })

  /** The network is back, or somebody presses 'Erneut versuchen'. */
  function retry() {
    changes.clearRefusals()
    failure = undefined
    return outbox.wake()
  }

  return {
    view,
    retry,
    status: () => (status ??= readStatus()),
    subscribe: revision.subscribe,

    type(name: string, typed: Typed) {
      if (isSame(typed, view(name).typed)) return
      changes.type(name, typed)
      keep()
      outbox.soon(AFTER_LAST_KEY)
      notify(name)
    },

    /** On leaving a field, the page, the window: sent now. While the server is out of reach the pause goes on. */
    flush: () => (failure ? Promise.resolve() : outbox.flush()),

    /** What is under way has been answered, and what was typed until now has been sent, where anybody answers. */
    async settle() {
      while (outbox.underWay() || isDue()) await (outbox.underWay() ? changed() : outbox.flush())
    },

    /** Unsaved answers of another visit or window. */
    restore(unsaved: ReadonlyMap<string, StoredAnswer>) {
      changes.restore(unsaved)
      keep()
      notifyAll()
      return outbox.flush()
    },

    choose(name: string, whose: 'mine' | 'theirs') {
      if (!changes.choose(name, whose)) return
      keep()
      notifyAll()
      // Whoever has chosen would have it stored, however long the next try was to wait.
      void outbox.wake()
    },

    /** The document accepts answers again. */
    reopen() {
      if (failure?.kind === 'closed') void retry()
    },

    epoch: () => epoch,
    /** All values of the server, asked for in the given epoch. Unsaved fields stay as they are here. */
    receive(answers: Known, askedIn: number) {
      // What is under way stays open; of all others anything is better than nothing.
      if (askedIn !== epoch || (outbox.underWay() && changes.isKnown())) return
      const hasUnsaved = changes.all.size > 0
      changes.replaceServerValues(answers)
      if (hasUnsaved) keep()
      notifyAll()
    },
    savedByOtherWindow(saved: Answers) {
      epoch++
      const hasUnsaved = changes.all.size > 0
      changes.savedByOtherWindow(saved)
      if (hasUnsaved) keep()
      notifyAll()
    },

    /** Offered only where the server accepts no more answers. */
    discard() {
      changes.discard()
      keep()
      notifyAll()
    },
    forgetLost() {
      changes.forgetLost()
      keep()
      notify()
    },
    isIdle: () => changes.all.size === 0 && !outbox.underWay(),
    stop: outbox.stop,
  }
}

const isOfOtherRound = ({ round, theirs }: AnswerChange) => isOther(round, theirs?.round)
