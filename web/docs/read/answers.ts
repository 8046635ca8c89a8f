// Answers being filled into one document: outbox rows, one per field, on top of the server's answers. They are
// stored at once and sent 800 ms after the last keystroke; later values of a field replace earlier ones. Each row
// remembers the server's value when typing began. If another window or device has stored a different value since,
// or a new round has begun, that is a conflict: both values stay, and the person chooses.
import { hashKey, replaceEqualDeep } from '@tanstack/react-query'
import type { AnswerValue } from '#contract/document/fields.ts'
import { ask, type CallError } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import { drafts } from '#web/outbox/draft.ts'
import type { Batch, Row } from '#web/outbox/outbox.ts'
import { queryClient } from '#web/query-client.ts'
import { createStore } from '#web/store.ts'
import { answerReadiness, photoInAnswer } from '../pictures/photo-rows.ts'
import { answersQuery, docQuery, fetchAnswers, updateAnswers } from '../queries.ts'

/** Content of a field: a value, or text that is not (yet) valid and not sent. */
export type FieldContent = { value: AnswerValue } | { unreadable: string }

/**
 * `none`: unchanged. `waiting`, then `saving`: on the way to the server. `kept`: stored in the browser until
 * the server is reachable. `failed`: invalid, refused, in conflict, or the document accepts no answers.
 */
export type SaveStatus = 'none' | 'waiting' | 'saving' | 'kept' | 'saved' | 'failed'
/**
 * State of one field. `problem`: why the server refused this value. `theirs`: the conflicting value from
 * elsewhere. `isNewRound`: a new round has begun since typing began.
 */
export type FieldView = {
  typed: FieldContent
  status: SaveStatus
  problem?: string | undefined
  /** Reason of a temporary refusal; undefined while offline. */
  later?: string | undefined
  theirs?: { value: AnswerValue; isNewRound: boolean } | undefined
  /** The server's value, which counts while the typed one is invalid or refused. */
  stored?: AnswerValue
}
/** State of all answers of the document. */
type AnswersStatus = {
  status: SaveStatus
  /** Fields that differ from the server. */
  unsaved: number
  /** Number of fields in conflict. */
  conflicts: number
  /** Some answers were typed for an earlier round. */
  isNewRound?: true
  problem?: string | undefined
  /** Offline: sent as soon as the server is reachable. */
  isUnreached?: true
  /** The document accepts no more answers. */
  isClosed: boolean
  /** Answers to fields that no longer exist. */
  lost: readonly { name: string; typed: FieldContent }[]
}

export type Values = Record<string, AnswerValue>

export type PendingAnswer = {
  doc_id: number
  name: string
  typed: FieldContent
  /** The server's value when typing began; undefined if unknown. */
  base?: AnswerValue | undefined
  /** The round when typing began, if known. */
  round?: number | undefined
  /** In a conflict: the server's present value and round. */
  theirs?: { value: AnswerValue; round?: number | undefined } | undefined
}
type AnswerRow = Row<PendingAnswer>
type SaveResult = { ignored: readonly string[]; renamed?: Readonly<Record<string, string>> | undefined }
/** Broadcast to other windows. */
type SavedAnswers = { doc_id: number; saved: Values }

/** Delay in ms after the last keystroke. */
const SEND_DELAY_MS = 800
export const DOC_GONE_SENTENCE = 'Diesen Prozess gibt es nicht mehr, oder er ist nicht mehr für Sie bestimmt.'

/** The hand-in uses this lane, too, so that it is sent after the answers. */
export const outboxLaneOf = (doc_id: number) => `doc/${doc_id}`
const outboxKeyOf = (doc_id: number, name: string) => `answer/${doc_id}/${name}`

/** Unsent answers to one document, one per field. */
export const pendingRowsOf = (owner: number, doc_id: number) =>
  [...outbox.rows<PendingAnswer>(owner).get()]
    .filter(([, { kind, args }]) => kind === 'answer' && args.doc_id === doc_id)
    .map(([key, row]) => ({ ...row, key }))

outbox.define<PendingAnswer, SaveResult>('answer', {
  joins: ({ args: one }, { args: other }) =>
    one.doc_id === other.doc_id && one.round === other.round && !photoInAnswer(one) && !photoInAnswer(other),
  before({ args }, _, owner) {
    if (answersOf(owner, args.doc_id).isClosed()) return 'wait'
    return answerReadiness(owner, args)
  },
  send(rows, user_id) {
    const [{ args }] = rows
    const answers = rows.map(({ args }) => args)
    const data = Object.fromEntries(answers.map(({ name, typed }) => [name, validValueOf(typed)]))
    const believed = Object.fromEntries(
      answers.flatMap(({ name, base }) => (base === undefined ? [] : [[name, base]])),
    )
    const body = { data, user_id, believed, ...(args.round !== undefined && { round: args.round }) }
    const params = { doc_id: args.doc_id }
    return ask('PATCH', '/docs/{doc_id}/currentuserdata/', { params, body, outlivesPage: true })
  },
  onAccepted: (rows, answer, owner) => answersOf(owner, rows[0].args.doc_id).accepted(rows, answer),
  onBroadcast: ({ doc_id, saved }: SavedAnswers, owner) => cacheSavedAnswers(owner, doc_id, saved),
  rebase(row, { args }, { ignored }) {
    const answer = row.args
    return ignored.includes(answer.name)
      ? undefined
      : replaceArgs(row, { ...answer, base: validValueOf(args.typed) })
  },
  onRefused: (rows, error, owner) => answersOf(owner, rows[0].args.doc_id).refused(rows, error),
})

/** True if the answer is not sent until the person acts, since it is invalid or in conflict. */
const needsUserDecision = ({ typed, theirs }: PendingAnswer) =>
  theirs !== undefined || 'unreadable' in typed || undefined

/** The row with new args. Values that were sent before no longer matter. */
function replaceArgs(row: AnswerRow, args: PendingAnswer): AnswerRow {
  return { ...row, args, held: needsUserDecision(args), tried: undefined, sent: undefined }
}

/**
 * Compares a row with the server's value. Undefined if the row is settled, else the row, either pending or in
 * conflict.
 */
function reconcileWithServer(
  row: AnswerRow,
  value: AnswerValue,
  round: number | undefined,
): AnswerRow | undefined {
  const { theirs, ...same } = row.args
  const { typed, base, round: typedFor } = same
  if (base === undefined) return row
  const isSameRound = !isOtherRound(typedFor, round)
  if (isSameRound && value === base)
    return theirs ? { ...row, args: same, held: needsUserDecision(same) } : row
  if ('value' in typed && typed.value === value) return undefined
  // True if the server's value was sent from this device, and only the response got lost.
  const isOwn = [...(row.sent ?? []), ...(row.tried ? [row.args] : [])].some(
    (sent) => validValueOf(sent.typed) === value,
  )
  if (isSameRound && isOwn) return replaceArgs(row, { ...same, base: value })
  return replaceArgs(row, { ...same, theirs: { value, ...(round !== undefined && { round }) } })
}

/** False if either is unknown. */
const isOtherRound = (typedFor: number | undefined, round: number | undefined) =>
  typedFor !== undefined && round !== undefined && typedFor !== round

const validValueOf = (typed: FieldContent): AnswerValue => ('value' in typed ? typed.value : null)

export const cacheSavedAnswers = (owner: number, doc_id: number, saved: Values) =>
  updateAnswers(owner, doc_id, (before) => before && { ...before, data: { ...before.data, ...saved } })

const all = new Map<string, Answers>()
export type Answers = ReturnType<typeof createAnswers>

/** Returns the same object for a person and document while the window lives. */
export function answersOf(user_id: number, doc_id: number): Answers {
  const hash = hashKey(answersQuery(user_id, doc_id).queryKey)
  const answers = all.get(hash) ?? createAnswers(user_id, doc_id)
  all.set(hash, answers)
  return answers
}

// The server's answers come from the query cache: polled, and updated after saves.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'success') all.get(event.query.queryHash)?.compare()
})

function createAnswers(user_id: number, doc_id: number) {
  const rows = outbox.rows<PendingAnswer>(user_id)
  const lane = outboxLaneOf(doc_id)
  /** Texts for deleted fields, to be read and copied. */
  const lost = drafts<FieldContent>(user_id, `lost/${doc_id}`)
  const { queryKey } = answersQuery(user_id, doc_id)
  /** The server's answers. A reference of its own, since the end of a session clears the query cache. */
  let server = queryClient.getQueryData(queryKey)
  /** Reason why the document accepts no answers. */
  let closedReason: string | undefined
  const savedHere = new Map<string, AnswerValue>()
  /** Incremented on visible changes that are in none of the other stores. */
  const revision = createStore(0)
  const notify = () => revision.set(revision.get() + 1)
  const sources = [rows, outbox.states, lost, revision]
  /** Values of all `sources` when the cached views were made. */
  let seen: readonly unknown[] = []
  const views = new Map<string, FieldView>()
  const fresh = new Set<string>()
  let status: AnswersStatus | undefined
  function invalidateStaleViews() {
    const present = sources.map((source) => source.get())
    if (present.every((value, at) => value === seen[at])) return
    seen = present
    fresh.clear()
    status = undefined
  }
  // Rows of an earlier visit may load after the server's answers.
  void rows.ready.then(() => compare())

  const own = () => pendingRowsOf(user_id, doc_id)
  const rowOf = (name: string) => rows.get().get(outboxKeyOf(doc_id, name))
  const serverValue = (name: string): AnswerValue => server?.data[name] ?? null
  const isUnderWay = (name: string) => outbox.isUnderWay(user_id, { lane, key: outboxKeyOf(doc_id, name) })

  /** True if this window has saved the answer, and the server's value has not changed since. */
  const isSavedHere = (name: string) => savedHere.has(name) && savedHere.get(name) === serverValue(name)

  /** Compares the rows with the server's answers. Skips rows in flight, which their own response will settle. */
  function compare() {
    server = queryClient.getQueryData(queryKey) ?? server
    for (const row of own()) {
      const { name } = row.args
      if (!server || isUnderWay(name)) continue
      const value = serverValue(name)
      const { round } = server
      if (reconcileWithServer(row, value, round) !== row)
        void outbox.settle<PendingAnswer>(user_id, row, (one) => reconcileWithServer(one, value, round))
    }
    notify()
  }
  /** Refetches document and answers at once. */
  const askAgain = () => void queryClient.invalidateQueries({ queryKey: docQuery(doc_id).queryKey })

  /**
   * Moves an answer to the new name of its field. If there is none, or that field has an unsent answer, to `lost`.
   */
  function moveOn(name: string, left: PendingAnswer, renamed: SaveResult['renamed']) {
    const today = renamed?.[name]
    if (today !== undefined && !rowOf(today)) put({ ...left, name: today }, 0)
    else void lost.change(name, left.typed)
  }
  function put(args: PendingAnswer, after = SEND_DELAY_MS) {
    const [key, due] = [outboxKeyOf(doc_id, args.name), Date.now() + after]
    outbox.put<PendingAnswer>(user_id, {
      kind: 'answer',
      lane,
      key,
      args,
      due,
      held: needsUserDecision(args),
    })
    void outbox.flush()
  }

  async function refused(sent: Batch<PendingAnswer>, error: CallError): Promise<'wait' | undefined> {
    const { status, detail, message } = error
    if (status === 412) {
      const names = Array.isArray(detail) ? detail.map(({ loc }) => String(loc[2])) : []
      const stored = await fetchAnswers(doc_id)
      updateAnswers(user_id, doc_id, () => stored)
      for (const row of sent)
        await outbox.settle<PendingAnswer>(user_id, row, (one) =>
          names.includes(row.args.name)
            ? reconcileWithServer(one, serverValue(row.args.name), stored.round)
            : { ...one, tried: undefined },
        )
      return 'wait'
    }
    const isGone = status === 403 || status === 404
    if (isGone || status === 409) {
      closedReason = isGone ? DOC_GONE_SENTENCE : message
      // A deleted document is not refetched; typed text can still be read and copied.
      if (!isGone) askAgain()
      notify()
      return 'wait'
    }
    // The first refused field; the next request reports the next.
    const first = Array.isArray(detail) ? detail[0] : undefined
    const named = sent.find(({ args }) => first?.loc[1] === 'data' && args.name === first.loc[2])
    if (!named) return undefined
    await outbox.settle<PendingAnswer>(user_id, named, (one) => ({ ...one, why: first?.msg ?? message }))
    return 'wait'
  }

  function viewOf(name: string): FieldView {
    const row = rowOf(name)
    if (!row) return { typed: { value: serverValue(name) }, status: isSavedHere(name) ? 'saved' : 'none' }
    const { typed, theirs } = row.args
    if (theirs) {
      const isNewRound = isOtherRound(row.args.round, theirs.round)
      return { typed, status: 'failed', theirs: { value: theirs.value, isNewRound } }
    }
    const stored = serverValue(name)
    if ('unreadable' in typed) return { typed, status: 'failed', stored }
    const sendState =
      photoInAnswer(row.args)?.sendState(user_id) ??
      outbox.sendState(user_id, { ...row, key: outboxKeyOf(doc_id, name) })
    if (sendState.state === 'sending' && isUnderWay(name)) return { typed, status: 'saving' }
    if (sendState.state === 'refused') return { typed, status: 'failed', problem: sendState.problem, stored }
    if (closedReason !== undefined) return { typed, status: 'failed', stored }
    if (sendState.state === 'waiting')
      return { typed, status: 'kept', ...(sendState.problem !== undefined && { later: sendState.problem }) }
    return { typed, status: photoInAnswer(row.args)?.isUnderWay(user_id) ? 'saving' : 'waiting' }
  }

  function readStatus(): AnswersStatus {
    const rows = own()
    const refused = rows.find(({ why }) => why !== undefined)?.why
    const isPhotoWaiting = rows.some(
      ({ args }) => photoInAnswer(args)?.sendState(user_id)?.state === 'waiting',
    )
    const wait =
      rows.length === 0
        ? undefined
        : (outbox.waits(user_id, lane) ?? (isPhotoWaiting ? outbox.waits(user_id, 'photos') : undefined))
    return {
      status: saveStatus(rows),
      unsaved: rows.length,
      conflicts: rows.filter(({ args }) => args.theirs).length,
      ...(rows.some(({ args }) => isOtherRound(args.round, args.theirs?.round)) && { isNewRound: true }),
      problem: closedReason ?? wait?.problem ?? refused,
      ...(wait?.status === 0 && { isUnreached: true }),
      isClosed: closedReason !== undefined,
      lost: [...lost.get()].map(([name, typed]) => ({ name, typed })),
    }
  }
  function saveStatus(rows: ReturnType<typeof own>): SaveStatus {
    const each = rows.map(({ args }) => view(args.name).status)
    if (each.includes('saving')) return 'saving'
    if (rows.length === 0) {
      if (lost.get().size > 0) return 'failed'
      return [...savedHere.keys()].some(isSavedHere) ? 'saved' : 'none'
    }
    if (each.includes('failed')) return 'failed'
    return each.includes('kept') ? 'kept' : 'waiting'
  }

  /** Referentially stable until the field changes, for React. */
  function view(name: string): FieldView {
    invalidateStaleViews()
    const cached = views.get(name)
    if (cached && fresh.has(name)) return cached
    fresh.add(name)
    const next = replaceEqualDeep(cached, viewOf(name))
    views.set(name, next)
    return next
  }

  return {
    view,
    status() {
      invalidateStaleViews()
      return (status ??= readStatus())
    },
    subscribe: (listener: () => void) => {
      const ends = sources.map((source) => source.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    compare,

    type(name: string, typed: FieldContent) {
      if (isSameContent(typed, view(name).typed)) return
      const row = rowOf(name)
      // The typed value equals the server's: nothing to send, unless a different value may still be in
      // flight.
      const isSure = !row?.tried && !row?.sent?.length
      if (isSure && 'value' in typed && typed.value === serverValue(name)) {
        void outbox.drop(user_id, outboxKeyOf(doc_id, name))
        return
      }
      const before = row?.args ?? {
        doc_id,
        name,
        base: server && serverValue(name),
        round: server?.round,
      }
      put({ ...before, typed })
    },
    /** Called on leaving a field: sends at once. While offline the retry delay still applies. */
    flush: () => outbox.flush(lane),
    /** On leaving the page. */
    flushAtEnd: () => outbox.flushAtEnd(lane),
    /** Sends all answers, then pending photos and the answers that wait for them. Also resolves offline. */
    async settle() {
      await outbox.flush(lane)
      if (!own().some(({ args }) => photoInAnswer(args))) return
      await outbox.flush('photos')
      await outbox.flush(lane)
    },
    /** Retries at once, at a person's request. */
    async retry() {
      closedReason = undefined
      for (const { args } of own()) await photoInAnswer(args)?.again(user_id)
      await outbox.retry(
        user_id,
        own().map(({ key }) => key),
      )
    },
    /** Resolves a conflict; the chosen value is sent at once. */
    choose(name: string, whose: 'mine' | 'theirs') {
      const row = rowOf(name)
      if (!row?.args.theirs) return
      const { theirs, ...args } = row.args
      if (whose === 'theirs') {
        photoInAnswer(args)?.drop(user_id)
        void outbox.drop(user_id, outboxKeyOf(doc_id, name))
        return
      }
      put({ ...args, base: theirs.value, round: theirs.round }, 0)
      void outbox.retry(user_id, [outboxKeyOf(doc_id, name)])
    },
    /** Sends the answers again that a closed document has refused: it may accept answers by now. */
    reopen() {
      if (closedReason === undefined) return
      closedReason = undefined
      notify()
      void outbox.flush(lane)
    },
    isClosed: () => closedReason !== undefined,
    isGone: () => closedReason === DOC_GONE_SENTENCE,
    /** Deletes all unsent answers. Only offered while the document accepts no answers. */
    discard() {
      for (const { args } of own()) photoInAnswer(args)?.drop(user_id)
      for (const { key } of own()) void outbox.drop(user_id, key)
    },
    forgetLost() {
      for (const typed of lost.get().values()) photoInAnswer({ doc_id, typed })?.drop(user_id)
      for (const name of lost.get().keys()) void lost.change(name, undefined)
    },
    isIdle: () => own().length === 0,

    accepted(sent: Batch<PendingAnswer>, { ignored, renamed }: SaveResult): SavedAnswers {
      closedReason = undefined
      const { gone = [], taken = [] } = Object.groupBy(sent, ({ args }) =>
        ignored.includes(args.name) ? 'gone' : 'taken',
      )
      const saved: Values = Object.fromEntries(taken.map(({ args }) => [args.name, validValueOf(args.typed)]))
      for (const { args } of taken) {
        savedHere.set(args.name, validValueOf(args.typed))
        photoInAnswer(args)?.drop(user_id)
      }
      cacheSavedAnswers(user_id, doc_id, saved)
      // After `cacheSavedAnswers`, which compares all rows: the server's value of a renamed field is not loaded yet, so a
      // moved row would count as a conflict.
      for (const { args } of gone) moveOn(args.name, rowOf(args.name)?.args ?? args, renamed)
      if (ignored.length > 0) askAgain()
      void queryClient.invalidateQueries({ queryKey: ['docs', 'list'] })
      return { doc_id, saved }
    },
    refused,
  }
}

/** Read-only answers, of somebody else or empty. */
export function readOnlyAnswers(data: Values): Answers {
  anonymousAnswers ??= createAnswers(0, 0)
  const views = new Map<string, FieldView>()
  const view = (name: string): FieldView => {
    const cached = views.get(name) ?? { typed: { value: data[name] ?? null }, status: 'none' }
    views.set(name, cached)
    return cached
  }
  return { ...anonymousAnswers, view }
}
let anonymousAnswers: Answers | undefined

const isSameContent = (one: FieldContent, other: FieldContent) =>
  'value' in one
    ? 'value' in other && one.value === other.value
    : 'unreadable' in other && one.unreadable === other.unreadable
