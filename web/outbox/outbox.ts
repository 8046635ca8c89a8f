// The outbox: calls on their way to the server. A row is one call: its arguments, its owner and its state. Rows
// of one lane are sent in order; lanes are independent. A row ends as accepted (`onAccepted`), refused (`why`) or in
// conflict (`held`), as its kind decides. Other failures are retried after growing pauses, no earlier than the
// server's Retry-After, and at once when success becomes likely, for example when the network is back.
//
// All windows share the rows. One window sends a lane at a time (`withLock`);
// sending twice is harmless, because each call carries a key of its own, a revision, or the expected previous
// value.
import { CallError, errorSentence } from '#web/api.ts'
import { createBackOff } from '#web/back-off.ts'
import { createStore } from '#web/store.ts'
import type { RecordStore, Records, WindowChannel } from './record-store.ts'

export type Row<T = unknown> = {
  kind: string
  lane: string
  args: T
  /** Order of sending. */
  at: number
  /** Identifies these args; changes with them. */
  stamp: string
  /** Earliest time of sending (ms since 1970), unless the person leaves the input earlier. Undefined: at once. */
  due?: number | undefined
  /** The row was sent, and the server may have received it. */
  tried?: true | undefined
  /** Earlier args that were sent without an answer. */
  sent?: readonly T[] | undefined
  /** Reason of a refusal; not retried automatically. */
  why?: string | undefined
  /** In conflict: a person chooses. */
  held?: true | undefined
}
export type KeyedRow<T> = Row<T> & { key: string }
/** One row, or several for one call. */
export type Batch<T> = readonly [KeyedRow<T>, ...KeyedRow<T>[]]

/** Behaviour of a kind of call. */
export type CallKind<T, Answer> = {
  /** Calls the server, with all rows joined by `joins`. */
  send: (rows: Batch<T>, owner: number) => Promise<Answer>
  /** True if a row goes in the same call as the first. */
  joins?: (first: KeyedRow<T>, other: KeyedRow<T>) => boolean
  /** Decides, by the other rows, whether a row may be sent now. `why` refuses the row. */
  before?: (row: KeyedRow<T>, all: Records<Row>, owner: number) => 'go' | 'wait' | { why: string }
  /** Called on success. The result is broadcast to other windows (`onBroadcast`). */
  onAccepted?: (rows: Batch<T>, answer: Answer, owner: number) => unknown
  onBroadcast?: (news: never, owner: number) => void
  /** Adapts args that replaced those in flight: the server now has the earlier ones. Undefined deletes the row. */
  rebase?: (row: Row<T>, sent: Row<T>, answer: Answer) => Row<T> | undefined
  /**
   * Called on a refusal. May change or drop the rows by `settle`. With 'wait' the others are sent again as soon as
   * `before` allows it. Otherwise they keep the reason until the person decides.
   */
  onRefused?: (rows: Batch<T>, error: CallError, owner: number) => Promise<'wait' | undefined>
  /** Called on a temporary failure; the call may have arrived. */
  onTransientFailure?: (rows: Batch<T>, error: CallError, owner: number) => unknown
  /** Called when a row was refused and stays in the outbox with the reason. */
  onStuck?: (row: KeyedRow<T>, why: string, owner: number) => unknown
  /** A longer Retry-After (ms) counts as a refusal, so that a person decides. */
  maxRetryAfterMs?: number
}

/** Why a lane waits. `until`: ms since 1970. `isFirm`: the server has named this time (Retry-After). */
type LaneWait = {
  failures: number
  until: number
  isFirm: boolean
  /** Somebody else is signed in, or a factor is missing. */
  isOfSession: boolean
  status: number
  problem: string
}
/** `due`: sent after a short delay. `problem`: the server's message, unless there is no connection or a conflict. */
export type SendState = { state: 'sending' | 'due' | 'waiting' | 'refused'; problem?: string | undefined }

type OutboxEnvironment = {
  recordStore: RecordStore
  channel: WindowChannel
  /** The signed-in user who may act now. */
  me: () => number | undefined
  /** Refetches the current user: a call found another session than this window's. */
  askWhoIsHere: () => void
  /**
   * Runs `act` under the lock of this name, which all windows share. After a timeout it runs without the lock, so a
   * call may be sent twice.
   */
  withLock: (name: string, act: () => Promise<void>) => Promise<void>
  /** Loads the kinds that this window does not know yet. */
  loadKinds: () => Promise<unknown>
  /** Reports a bug. */
  report: (error: unknown) => void
}

/** `underWay`: keys of the rows that are being sent. `wait`: why the other rows of the lane wait. */
type LaneState = { underWay: ReadonlySet<string>; wait?: LaneWait | undefined }
const IDLE_LANE: LaneState = { underWay: new Set() }

type Put<T> = Pick<Row<T>, 'kind' | 'lane' | 'args' | 'due' | 'held'> & { key?: string }
type CallNews = { kind: string; owner: number; news: unknown }
type WindowMessage = { taken?: CallNews; waiting?: { lane: string; wait: LaneWait | undefined } }

const retryDelayMs = createBackOff({ first: 2_000, factor: 2, longest: 25_000 })
/** Includes the owner, so that the failures of one person do not delay the rows of another. */
const laneId = (owner: number, lane: string) => `${owner}/${lane}`

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox({ recordStore, channel, me, withLock, ...environment }: OutboxEnvironment) {
  const kinds = new Map<string, CallKind<unknown, unknown>>()
  const lanes = new Map<string, Lane>()
  /** By lane id. Idle lanes have no entry. */
  const states = createStore<ReadonlyMap<string, LaneState>>(new Map())
  let timer: ReturnType<typeof setTimeout> | undefined

  const rowsOf = (owner: number) => recordStore.under<Row>(`${owner}/outbox/`)
  const inOrder = (owner: number): KeyedRow<unknown>[] =>
    [...rowsOf(owner).get()]
      .map(([key, row]) => ({ ...row, key }))
      .toSorted((one, other) => one.at - other.at)

  const stateOf = (owner: number, lane: string) => states.get().get(laneId(owner, lane)) ?? IDLE_LANE
  function setState(id: string, to: Partial<LaneState>) {
    const state = { ...(states.get().get(id) ?? IDLE_LANE), ...to }
    const next = new Map(states.get())
    if (state.wait || state.underWay.size > 0) next.set(id, state)
    else next.delete(id)
    states.set(next)
  }
  function setWait(id: string, wait: LaneWait | undefined) {
    if (!wait && !states.get().get(id)?.wait) return
    setState(id, { wait })
    channel.post({ waiting: { lane: id, wait } } satisfies WindowMessage)
  }

  channel.listen((message) => {
    const { taken, waiting } = message as WindowMessage
    if (taken) kinds.get(taken.kind)?.onBroadcast?.(taken.news as never, taken.owner)
    if (waiting) {
      setState(waiting.lane, { wait: waiting.wait })
      schedule()
    }
  })

  /**
   * Sets the timer for the next due lane. `since`: when the lanes were last asked for due rows. A row may have become
   * due after that.
   */
  function schedule(since = Date.now()) {
    clearTimeout(timer)
    const owner = me()
    if (owner === undefined) return
    const moments = inOrder(owner)
      .filter(({ why, held }) => why === undefined && !held)
      .map(({ lane, due = 0 }) => Math.max(due, stateOf(owner, lane).wait?.until ?? 0))
      .filter((at) => at > since)
    if (moments.length > 0) timer = setTimeout(() => void flush(), Math.min(...moments) - Date.now())
  }

  /**
   * Sends due rows. In the lane `leaving`, whose input was left, all rows are due at once. Resolves when that lane
   * is idle or waits. Without `leaving`: when every lane is idle or waits.
   */
  async function flush(leaving?: string): Promise<void> {
    const owner = me()
    if (owner === undefined) return
    const since = Date.now()
    const names = new Set(inOrder(owner).map(({ lane }) => lane))
    const all = [...names].map((name) => laneOf(owner, name).pump(name === leaving))
    schedule(since)
    await (leaving === undefined ? Promise.all(all) : laneOf(owner, leaving).pump(true))
  }
  /** Checks all lanes again: `before` may have held back a row of another lane because of a row in this one. */
  const recheckAllLanes = () => queueMicrotask(() => void flush())

  type Lane = ReturnType<typeof createLane>
  function laneOf(owner: number, name: string): Lane {
    const id = laneId(owner, name)
    const lane = lanes.get(id) ?? createLane(owner, name)
    lanes.set(id, lane)
    return lane
  }

  function createLane(owner: number, name: string) {
    const id = laneId(owner, name)
    const rows = rowsOf(owner)
    let running: Promise<void> | undefined
    /** The input of this lane was left: its rows do not wait for `due`. */
    let isHurried = false

    /** Sends due rows batch by batch, until none is left or the lane has to wait. */
    function pump(isLeaving = false): Promise<void> {
      isHurried ||= isLeaving
      if (running) return running
      if (next().length > 0) return (running = run())
      isHurried = false
      return Promise.resolve()
    }

    async function run() {
      try {
        await withLock(`kontor/outbox/${id}`, async () => {
          for (let due = next(); isNonEmpty(due); due = next()) await sendDue(due)
        })
      } finally {
        running = undefined
      }
      // Sends rows that were put in the meantime.
      const since = Date.now()
      await pump()
      schedule(since)
    }

    /** On pagehide: sends the latest input without the lock. */
    function sendAtEnd() {
      if (running) return
      isHurried = true
      const due = next()
      isHurried = false
      if (!isNonEmpty(due)) return
      for (const { key, ...row } of due) void rows.change(key, { ...row, tried: true })
      running = underWay(due, () => call(due)).finally(() => {
        running = undefined
        // The page may have returned: rows added in the meantime are sent or scheduled.
        void flush()
      })
    }

    /** The next batch that may be sent. Refuses the rows that `before` rejects. */
    function next(): KeyedRow<unknown>[] {
      const { wait } = stateOf(owner, name)
      if (me() !== owner || (wait && Date.now() < wait.until)) return []
      const mayGo = inOrder(owner).filter((row) => {
        if (row.lane !== name || row.why !== undefined || row.held) return false
        if (!isHurried && (row.due ?? 0) > Date.now()) return false
        const verdict = kinds.get(row.kind)?.before?.(row, rows, owner) ?? 'go'
        if (typeof verdict === 'object') void refuse(row, verdict.why)
        return verdict === 'go'
      })
      const [first, ...others] = mayGo
      if (!first) return []
      const joins = kinds.get(first.kind)?.joins
      return [first, ...others.filter((other) => other.kind === first.kind && joins?.(first, other))]
    }

    async function underWay(batch: Batch<unknown>, act: () => Promise<void>) {
      setState(id, { underWay: new Set(batch.map(({ key }) => key)) })
      try {
        await act()
      } finally {
        setState(id, { underWay: IDLE_LANE.underWay })
      }
    }

    const sendDue = (due: Batch<unknown>) =>
      underWay(due, async () => {
        const [{ kind }] = due
        if (!kinds.has(kind)) {
          await environment.loadKinds()
          // Sends nothing yet: `next` first asks `before` of the kind that was just loaded.
          if (!kinds.has(kind)) waitAfter(new CallError(0))
          return
        }
        const batch = await claim(due)
        // Somebody else may have signed in by now.
        if (isNonEmpty(batch) && me() === owner) await call(batch)
      })

    /**
     * Marks rows as sent in the store, where another window may have changed them. Returns those that may still be
     * sent.
     */
    async function claim(due: Batch<unknown>): Promise<KeyedRow<unknown>[]> {
      const claimed = await Promise.all(
        due.map(async ({ key }) => {
          const row = await rows.change(key, (stored) => stored && { ...stored, tried: true })
          return row && row.why === undefined && !row.held ? [{ ...row, key }] : []
        }),
      )
      return claimed.flat()
    }

    async function call(batch: Batch<unknown>): Promise<void> {
      const [{ kind: kindName }] = batch
      const kind = kinds.get(kindName) as CallKind<unknown, unknown>
      try {
        const answer = await kind.send(batch, owner)
        setWait(id, undefined)
        const news = kind.onAccepted?.(batch, answer, owner)
        // Sent before the rows are deleted, so that other windows show the result without a gap.
        if (kind.onBroadcast && news !== undefined)
          channel.post({ taken: { kind: kindName, owner, news } } satisfies WindowMessage)
        await Promise.all(
          batch.map((sent) =>
            rows.change(sent.key, (row) =>
              !row || row.stamp === sent.stamp ? undefined : rebaseRow(kind, row, sent, answer),
            ),
          ),
        )
        recheckAllLanes()
      } catch (error) {
        await failed(kind, batch, error)
      }
    }

    async function failed(kind: CallKind<unknown, unknown>, batch: Batch<unknown>, error: unknown) {
      if (!(error instanceof CallError)) {
        environment.report(error)
        waitAfter(error)
        return
      }
      if (isSessionProblem(error)) environment.askWhoIsHere()
      const isTooLate = (error.againAfter ?? 0) > (kind.maxRetryAfterMs ?? Number.POSITIVE_INFINITY)
      if (isTransient(error) && !isTooLate) {
        kind.onTransientFailure?.(batch, error, owner)
        waitAfter(error)
        return
      }
      setWait(id, undefined)
      try {
        const then = await kind.onRefused?.(batch, error, owner)
        if (then === undefined) for (const row of batch) await refuse(row, error.message)
        recheckAllLanes()
      } catch (another) {
        // `onRefused` may make calls itself, and fail. A final refusal of such a call is thrown, any other
        // failure is retried.
        if (another instanceof CallError && !isTransient(another)) throw another
        await failed(kind, batch, another)
      }
    }

    function waitAfter(error: unknown) {
      const { status = 500, againAfter = 0 } = error instanceof CallError ? error : {}
      const failures = (stateOf(owner, name).wait?.failures ?? 0) + 1
      setWait(id, {
        failures,
        until: Date.now() + Math.max(againAfter, retryDelayMs(failures)),
        isFirm: againAfter > 0,
        isOfSession: error instanceof CallError && isSessionProblem(error),
        status,
        problem: errorSentence(error),
      })
    }

    async function refuse(row: KeyedRow<unknown>, why: string) {
      const { key, stamp } = row
      const left = await rows.change(key, (row) => (row?.stamp === stamp ? { ...row, why } : row))
      if (left?.why === why) kinds.get(row.kind)?.onStuck?.({ ...left, key }, why, owner)
    }

    return { pump, sendAtEnd, forgetWait: () => setWait(id, undefined) }
  }

  const rebaseRow = (kind: CallKind<unknown, unknown>, row: Row, sent: Row, answer: unknown) =>
    (kind.rebase ?? ((one: Row) => one))({ ...row, tried: undefined, sent: undefined }, sent, answer)

  return {
    define<T, Answer>(name: string, kind: CallKind<T, Answer>) {
      kinds.set(name, kind as CallKind<unknown, unknown>)
    },
    rows: <T = unknown>(owner: number) => rowsOf(owner) as Records<Row<T>>,
    states,
    flush,
    flushAtEnd(lane: string) {
      const owner = me()
      if (owner !== undefined) laneOf(owner, lane).sendAtEnd()
    },
    /** Retries at once, except lanes with a time named by the server. */
    wake() {
      for (const [id, { wait }] of states.get())
        if (wait && (!wait.isFirm || wait.until <= Date.now())) setWait(id, undefined)
      return flush()
    },

    /** Adds a call without sending it. A row with this key gets the new args, and remembers sent ones in `sent`. */
    put<T>(owner: number, { kind, lane, args, key = `${kind}/${newKey()}`, due, held }: Put<T>) {
      const rows = rowsOf(owner)
      const before = rows.get().get(key)
      const last = Math.max(0, ...[...rows.get().values()].map(({ at }) => at))
      const sent = [...(before?.sent ?? []), ...(before?.tried ? [before.args] : [])]
      const stamp = newKey()
      // Clears an expired backoff, so that failures of earlier rows do not lengthen the next pause.
      if ((stateOf(owner, lane).wait?.until ?? Number.POSITIVE_INFINITY) <= Date.now())
        laneOf(owner, lane).forgetWait()
      void rows.change(key, {
        kind,
        lane,
        args,
        at: before?.at ?? Math.max(Date.now(), last + 1),
        stamp,
        ...(due !== undefined && { due }),
        ...(held && { held }),
        ...(sent.length > 0 && { sent }),
      })
      return { key, stamp }
    },
    /** Cancels a row. */
    drop: (owner: number, key: string) => rowsOf(owner).change(key, undefined),
    /** Updates a row by `by`, unless its args were replaced since (`stamp`). Undefined deletes the row. */
    settle: <T>(
      owner: number,
      { key, stamp }: Pick<KeyedRow<T>, 'key' | 'stamp'>,
      by: (row: Row<T>) => Row<T> | undefined,
    ) => rowsOf(owner).change(key, (row) => (row?.stamp === stamp ? by(row as Row<T>) : row)),
    /** Retries these rows at once, at a person's request. Resolves when their lanes are idle or wait. */
    async retry(owner: number, keys: readonly string[]) {
      const rows = rowsOf(owner)
      const retried = new Set<Lane>()
      for (const key of keys) {
        const name = rows.get().get(key)?.lane
        if (name === undefined) continue
        const lane = laneOf(owner, name)
        lane.forgetWait()
        await rows.change(key, (row) => row && { ...row, why: undefined, due: undefined })
        retried.add(lane)
      }
      void flush()
      await Promise.all([...retried].map((lane) => lane.pump()))
    },
    isUnderWay: (owner: number, { lane, key }: { lane: string; key: string }) =>
      stateOf(owner, lane).underWay.has(key),
    /** Why a lane waits. */
    waits: (owner: number, lane: string) => stateOf(owner, lane).wait,
    sendState(owner: number, { key, lane, why, held, due = 0 }: KeyedRow<unknown>): SendState {
      const { underWay, wait } = stateOf(owner, lane)
      if (underWay.has(key)) return { state: 'sending' }
      if (why !== undefined || held) return { state: 'refused', problem: why }
      if (wait) return { state: 'waiting', problem: wait.status === 0 ? undefined : wait.problem }
      return { state: due > Date.now() ? 'due' : 'sending' }
    },
    stop() {
      clearTimeout(timer)
    },
  }
}

/** Idempotency key. `randomUUID` needs a secure context. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const isNonEmpty = (rows: readonly KeyedRow<unknown>[]): rows is Batch<unknown> => rows.length > 0

/** Statuses that a retry may change: no session (401), a request that took too long (408), a limit (429). */
const transientStatuses = new Set([401, 408, 429])

/** A retry may succeed: no answer, or a failure unrelated to the content. */
export function isTransient(error: CallError): boolean {
  const { status, answer } = error
  if (isSessionProblem(error)) return true
  // By the specification some refusals have status 200.
  const isSaid = (answer as { success?: unknown } | undefined)?.success === false
  return (status < 400 && !isSaid) || status >= 500 || transientStatuses.has(status)
}

/**
 * Another person has signed in, or a second factor is missing: the row waits until its owner may send it. A 412 with
 * fields is a conflict instead.
 */
const isSessionProblem = ({ status, detail }: CallError) =>
  detail === 'Second Factor Required' || (status === 412 && !(Array.isArray(detail) && detail.length > 0))
