// The outbox: calls on their way to the server. A row is one call: its arguments, its owner and its state. Rows
// of one lane are sent in order; lanes are independent. A row ends as taken, refused or in conflict, as its
// kind decides; other failures are retried after growing pauses, no earlier than the server asks, and at once
// when success becomes likely.
//
// All windows share the rows. One window sends a lane at a time (`inTurn`);
// sending twice is harmless, because each call carries a key of its own, a revision, or the expected previous
// value.
import { Failed, sentenceOf } from '#web/api.ts'
import { backOff } from '#web/back-off.ts'
import { createStore } from '#web/store.ts'
import type { Channel, Records, Shelf } from './shelf.ts'

export type Row<T = unknown> = {
  kind: string
  lane: string
  args: T
  /** Order of sending. */
  at: number
  /** Identifies these args; changes with them. */
  stamp: string
  /** Earliest time in ms, unless the input is left earlier. */
  due?: number | undefined
  /** It was sent and may have arrived. */
  tried?: true | undefined
  /** Earlier args that were sent without an answer. */
  sent?: readonly T[] | undefined
  /** Reason of a refusal; not retried automatically. */
  why?: string | undefined
  /** In conflict: a person chooses. */
  held?: true | undefined
}
export type Keyed<T> = Row<T> & { key: string }
/** One row, or several for one call. */
export type Batch<T> = readonly [Keyed<T>, ...Keyed<T>[]]

/** Behaviour of a kind of call. */
export type Kind<T, Answer> = {
  /** Calls the server, with all rows joined by `joins`. */
  send: (rows: Batch<T>, owner: number) => Promise<Answer>
  /** Whether a row goes in the same call as the first. */
  joins?: (first: Keyed<T>, other: Keyed<T>) => boolean
  /** Whether it may be sent now, given the other rows; a sentence refuses it. */
  before?: (row: Keyed<T>, all: Records<Row>, owner: number) => 'go' | 'wait' | { why: string }
  /** Called on success. The result is broadcast to other windows (`heard`). */
  taken?: (rows: Batch<T>, answer: Answer, owner: number) => unknown
  heard?: (news: never, owner: number) => void
  /** Adapts args that were put while earlier ones were in flight, which the server now has. */
  rebase?: (row: Row<T>, sent: Row<T>, answer: Answer) => Row<T> | undefined
  /**
   * Decides by `settle` on refused rows. Those left alone wait for the person with the reason, or after 'wait'
   * until `before` allows them.
   */
  refused?: (rows: Batch<T>, error: Failed, owner: number) => Promise<'wait' | undefined>
  /** Called on a temporary failure; the call may have arrived. */
  missed?: (rows: Batch<T>, error: Failed, owner: number) => unknown
  /** A row was just refused and stays with the reason. */
  stuck?: (row: Keyed<T>, why: string, owner: number) => unknown
  /** A longer Retry-After (ms) counts as a refusal, so that a person decides. */
  patience?: number
}

export type Outcome<Answer> = { kind: 'taken' | 'refused' | 'later'; answer?: Answer | undefined }

/** Why a lane waits. `until` in ms; the server has named that moment where it `isFirm`. */
export type Wait = {
  failures: number
  until: number
  isFirm: boolean
  /** Somebody else is signed in, or a factor is missing. */
  isOfSession: boolean
  status: number
  problem: string
}
/** `due`: in a moment. `problem`: what the server said; undefined where there is no connection, or another value. */
export type Standing = { state: 'sending' | 'due' | 'waiting' | 'refused'; problem?: string | undefined }

type Surroundings = {
  shelf: Shelf
  channel: Channel
  /** The signed-in user who may act now. */
  me: () => number | undefined
  /** A call found another session than this window knows. */
  askWhoIsHere: () => void
  /** Cross-window lock of this name. */
  inTurn: (name: string, act: () => Promise<void>) => Promise<void>
  /** Loads the kinds that this window does not know yet. */
  loadKinds: () => Promise<unknown>
  /** Reports a bug. */
  report: (error: unknown) => void
}

const pauseAfter = backOff({ first: 2_000, factor: 2, longest: 25_000 })
const start = (owner: number) => `${owner}/outbox/`
/** Per person, so that one person's waiting does not block another's. */
const laneOf = (owner: number, lane: string) => `${owner}/${lane}`

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(around: Surroundings) {
  const { shelf, channel, me, inTurn } = around
  const kinds = new Map<string, Kind<unknown, unknown>>()
  const running = new Map<string, Promise<void>>()
  const state = createStore<{ underWay: ReadonlySet<string>; waits: ReadonlyMap<string, Wait> }>({
    underWay: new Set(),
    waits: new Map(),
  })
  /** Callbacks for the outcome of a row, by stamp. */
  const followers = new Map<string, ((outcome: Outcome<unknown>) => void)[]>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const rowsOf = (owner: number) => shelf.under<Row>(start(owner))
  const keyed = ([key, row]: readonly [string, Row]): Keyed<unknown> => ({ ...row, key })
  const inOrder = (owner: number) =>
    [...rowsOf(owner).get()].map(keyed).toSorted((one, other) => one.at - other.at)

  channel.listen((message) => {
    const { news, waits } = message as {
      news?: { kind: string; owner: number; told: unknown }
      waits?: Map<string, Wait>
    }
    if (news) kinds.get(news.kind)?.heard?.(news.told as never, news.owner)
    if (waits) {
      state.set({ ...state.get(), waits })
      schedule()
    }
  })

  function setWait(place: string, wait: Wait | undefined) {
    const waits = new Map(state.get().waits)
    if (!wait && !waits.has(place)) return
    if (wait) waits.set(place, wait)
    else waits.delete(place)
    state.set({ ...state.get(), waits })
    channel.post({ waits })
  }
  function setUnderWay(owner: number, rows: readonly Keyed<unknown>[], isSo: boolean) {
    const underWay = new Set(state.get().underWay)
    for (const { key } of rows)
      if (isSo) underWay.add(start(owner) + key)
      else underWay.delete(start(owner) + key)
    state.set({ ...state.get(), underWay })
  }

  /** Sets the timer for the next due lane. */
  function schedule() {
    clearTimeout(timer)
    const owner = me()
    if (owner === undefined) return
    const now = Date.now()
    const moments = inOrder(owner)
      .filter(({ why, held }) => why === undefined && !held)
      .map(({ lane, due = 0 }) => Math.max(due, state.get().waits.get(laneOf(owner, lane))?.until ?? 0))
      .filter((at) => at > now)
    if (moments.length > 0) timer = setTimeout(() => void flush(), Math.min(...moments) - now)
  }

  /**
   * Sends what is due. `leaving`: a lane whose input was left, so it is due at once; resolves when that lane is
   * idle.
   */
  async function flush(leaving?: string): Promise<void> {
    const owner = me()
    if (owner === undefined) return
    const lanes = new Set(inOrder(owner).map(({ lane }) => lane))
    const all = [...lanes].map((lane) => sendLane(owner, lane, lane === leaving))
    schedule()
    await (leaving === undefined ? Promise.all(all) : sendLane(owner, leaving, true))
  }

  /** On pagehide: sends the latest input without the lock. */
  function flushAtEnd(lane: string) {
    const owner = me()
    if (owner === undefined || running.has(laneOf(owner, lane))) return
    const rows = next(owner, lane, true)
    if (!isSome(rows)) return
    void rowsOf(owner).write(rows.map(({ key, ...row }) => [key, { ...row, tried: true }]))
    setUnderWay(owner, rows, true)
    const done = sendRows(owner, rows).finally(() => {
      setUnderWay(owner, rows, false)
      running.delete(laneOf(owner, lane))
      // The page may have come back: what was put meanwhile goes, or waits for its moment.
      void flush()
    })
    running.set(laneOf(owner, lane), done)
  }

  function sendLane(owner: number, lane: string, isLeaving: boolean): Promise<void> {
    const goOn = () => {
      if (me() === owner && next(owner, lane, isLeaving).length > 0) return sendLane(owner, lane, isLeaving)
      schedule()
      return undefined
    }
    const place = laneOf(owner, lane)
    const before = running.get(place)
    if (before) return isLeaving ? before.then(goOn) : before
    if (next(owner, lane, isLeaving).length === 0) return Promise.resolve()
    const done = inTurn(`kontor/outbox/${place}`, async () => {
      while (me() === owner) {
        const due = next(owner, lane, isLeaving)
        if (!isSome(due)) break
        setUnderWay(owner, due, true)
        try {
          const rows = await claim(owner, due)
          // Somebody else may have signed in by now.
          if (rows && isSome(rows) && me() === owner) await sendRows(owner, rows)
          if (!rows) break
        } finally {
          setUnderWay(owner, due, false)
        }
      }
    }).finally(() => running.delete(place))
    running.set(place, done)
    return done.then(() => (state.get().waits.has(place) ? schedule() : goOn()))
  }

  /** The next batch that may be sent; impossible ones are refused on the way. */
  function next(owner: number, lane: string, isLeaving: boolean): Keyed<unknown>[] {
    const wait = state.get().waits.get(laneOf(owner, lane))
    if (wait && Date.now() < wait.until) return []
    const mayGo = inOrder(owner).filter((row) => {
      if (row.lane !== lane || row.why !== undefined || row.held) return false
      if (!isLeaving && (row.due ?? 0) > Date.now()) return false
      const verdict = kinds.get(row.kind)?.before?.(row, rowsOf(owner), owner) ?? 'go'
      if (typeof verdict === 'object') void refuse(owner, row, verdict.why)
      return verdict === 'go'
    })
    const [first, ...others] = mayGo
    if (!first) return []
    const joins = kinds.get(first.kind)?.joins
    return [first, ...others.filter((other) => other.kind === first.kind && joins?.(first, other))]
  }

  /**
   * Marks the rows as sent in the store, in their present state, since another window may have changed them.
   * Empty if the kind was only loaded just now; undefined if it could not be.
   */
  async function claim(owner: number, wanted: Batch<unknown>): Promise<Keyed<unknown>[] | undefined> {
    const unknown = wanted.find(({ kind }) => !kinds.has(kind))
    if (unknown) {
      await around.loadKinds()
      if (kinds.has(unknown.kind)) return []
      waitFor(laneOf(owner, unknown.lane), new Failed(0))
      return undefined
    }
    const claimed = await Promise.all(
      wanted.map(async ({ key }) => {
        const row = await rowsOf(owner).change(key, (stored) => stored && { ...stored, tried: true })
        return row && row.why === undefined && !row.held ? [{ ...row, key }] : []
      }),
    )
    return claimed.flat()
  }

  async function sendRows(owner: number, rows: Batch<unknown>): Promise<void> {
    const [{ kind: name, lane }] = rows
    const kind = kinds.get(name) as Kind<unknown, unknown>
    try {
      const answer = await kind.send(rows, owner)
      setWait(laneOf(owner, lane), undefined)
      const news = kind.taken?.(rows, answer, owner)
      await Promise.all(
        rows.map((sent) =>
          rowsOf(owner).change(sent.key, (row) =>
            !row || row.stamp === sent.stamp ? undefined : goesOn(kind, row, sent, answer),
          ),
        ),
      )
      if (news !== undefined) channel.post({ news: { kind: name, owner, told: news } })
      tell(rows, 'taken', answer)
      goOnElsewhere()
    } catch (error) {
      await failed(owner, kind, rows, error)
    }
  }

  const goesOn = (kind: Kind<unknown, unknown>, row: Row, sent: Row, answer: unknown) =>
    (kind.rebase ?? ((one: Row) => one))({ ...row, tried: undefined, sent: undefined }, sent, answer)

  async function failed(owner: number, kind: Kind<unknown, unknown>, rows: Batch<unknown>, error: unknown) {
    const [{ lane }] = rows
    if (!(error instanceof Failed)) around.report(error)
    else if (isOfSession(error)) around.askWhoIsHere()
    const { againAfter = 0 } = error instanceof Failed ? error : {}
    const isTooLate = againAfter > (kind.patience ?? Number.POSITIVE_INFINITY)
    if (error instanceof Failed && (!mayPass(error) || isTooLate)) {
      setWait(laneOf(owner, lane), undefined)
      try {
        const then = await kind.refused?.(rows, error, owner)
        if (then === undefined) for (const row of rows) await refuse(owner, row, error.message)
        tell(rows, 'refused')
        goOnElsewhere()
      } catch (another) {
        // What the decision depends on could not be fetched.
        if (another instanceof Failed && !mayPass(another)) throw another
        await failed(owner, kind, rows, another)
      }
      return
    }
    if (error instanceof Failed) kind.missed?.(rows, error, owner)
    waitFor(laneOf(owner, lane), error)
    tell(rows, 'later')
  }

  /** Rows of other lanes that wait for it may go on or are refused. */
  const goOnElsewhere = () => queueMicrotask(() => void flush())

  function waitFor(place: string, error: unknown) {
    const { status = 500, againAfter = 0 } = error instanceof Failed ? error : {}
    const failures = (state.get().waits.get(place)?.failures ?? 0) + 1
    const until = Date.now() + Math.max(againAfter, pauseAfter(failures))
    setWait(place, {
      failures,
      until,
      isFirm: againAfter > 0,
      isOfSession: error instanceof Failed && isOfSession(error),
      status,
      problem: sentenceOf(error),
    })
  }

  async function refuse(owner: number, row: Keyed<unknown>, why: string) {
    const { key, stamp } = row
    const left = await rowsOf(owner).change(key, (row) => (row?.stamp === stamp ? { ...row, why } : row))
    if (left?.why === why) kinds.get(row.kind)?.stuck?.({ ...left, key }, why, owner)
  }

  function tell(rows: Batch<unknown>, kind: Outcome<unknown>['kind'], answer?: unknown) {
    for (const { stamp } of rows) {
      for (const follow of followers.get(stamp) ?? []) follow({ kind, answer })
      followers.delete(stamp)
    }
  }

  /** Retries at once, except lanes with a time named by the server. */
  function wake() {
    for (const [place, { isFirm, until }] of state.get().waits)
      if (!isFirm || until <= Date.now()) setWait(place, undefined)
    return flush()
  }

  return {
    define<T, Answer>(name: string, kind: Kind<T, Answer>) {
      kinds.set(name, kind as Kind<unknown, unknown>)
      return name
    },
    rows: <T = unknown>(owner: number) => rowsOf(owner) as Records<Row<T>>,
    state,
    flush,
    flushAtEnd,
    wake,

    /** Puts a call, or replaces the args under the same key, remembering those in flight. Does not send yet. */
    put<T>(
      owner: number,
      {
        kind,
        lane,
        args,
        key = `${kind}/${newKey()}`,
        due,
        held,
      }: Pick<Row<T>, 'kind' | 'lane' | 'args' | 'due' | 'held'> & {
        key?: string
      },
    ): { key: string; stamp: string; isKept: Promise<boolean> } {
      const rows = rowsOf(owner)
      const before = rows.get().get(key)
      const last = Math.max(0, ...[...rows.get().values()].map(({ at }) => at))
      const sent = [...(before?.sent ?? []), ...(before?.tried ? [before.args] : [])]
      const stamp = newKey()
      // Clears an old backoff of an empty lane.
      const place = laneOf(owner, lane)
      if ((state.get().waits.get(place)?.until ?? Number.POSITIVE_INFINITY) <= Date.now())
        setWait(place, undefined)
      const row: Row = {
        kind,
        lane,
        args,
        at: before?.at ?? Math.max(Date.now(), last + 1),
        stamp,
        ...(due !== undefined && { due }),
        ...(held && { held }),
        ...(sent.length > 0 && { sent }),
      }
      return { key, stamp, isKept: rows.write([[key, row]]) }
    },
    /** Cancels a row. */
    drop: (owner: number, key: string) => rowsOf(owner).write([[key, undefined]]),
    /** Decides on a row unless its args were replaced. */
    settle: <T>(
      owner: number,
      { key, stamp }: Pick<Keyed<T>, 'key' | 'stamp'>,
      by: (row: Row<T>) => Row<T> | undefined,
    ) => rowsOf(owner).change(key, (row) => (row?.stamp === stamp ? by(row as Row<T>) : row)),
    /** Retries at once, on request of a person. */
    async retry(owner: number, keys: readonly string[]) {
      for (const key of keys) {
        const lane = rowsOf(owner).get().get(key)?.lane
        if (lane !== undefined) setWait(laneOf(owner, lane), undefined)
        await rowsOf(owner).change(key, (row) => row && { ...row, why: undefined, due: undefined })
      }
      return flush()
    },
    /** What comes of the next try of these args. Where another window has them, or drops them, that is not known here. */
    outcome: <Answer>(owner: number, { key, stamp }: { key: string; stamp: string }) =>
      new Promise<Outcome<Answer>>((resolve) => {
        const look = () => {
          const isOurs = state.get().underWay.has(start(owner) + key)
          if (!isOurs && rowsOf(owner).get().get(key)?.stamp !== stamp) done({ kind: 'later' })
        }
        const ends = [rowsOf(owner).subscribe(look), state.subscribe(look)]
        const done = (outcome: Outcome<unknown>) => {
          for (const end of ends) end()
          resolve(outcome as Outcome<Answer>)
        }
        followers.set(stamp, [...(followers.get(stamp) ?? []), done])
      }),
    isUnderWay: (owner: number, key: string) => state.get().underWay.has(start(owner) + key),
    /** Why a lane waits. */
    waits: (owner: number, lane: string) => state.get().waits.get(laneOf(owner, lane)),
    standing(owner: number, { key, lane, why, held, due = 0 }: Keyed<unknown>): Standing {
      const { underWay, waits } = state.get()
      if (underWay.has(start(owner) + key)) return { state: 'sending' }
      if (why !== undefined || held) return { state: 'refused', problem: why }
      const wait = waits.get(laneOf(owner, lane))
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

const isSome = (rows: readonly Keyed<unknown>[]): rows is Batch<unknown> => rows.length > 0

/** No session; too slow a body; too many. */
const passing = new Set([401, 408, 429])

/** A retry may succeed: no answer, or a failure unrelated to the content. */
export function mayPass(error: Failed): boolean {
  const { status, answer } = error
  if (isOfSession(error)) return true
  // By the specification some refusals have status 200.
  const isSaid = (answer as { success?: unknown } | undefined)?.success === false
  return (status < 400 && !isSaid) || status >= 500 || passing.has(status)
}

/**
 * Another person has signed in, or a second factor is missing: waits until its author may continue. A 412 with
 * fields is a conflict instead.
 */
const isOfSession = ({ status, detail }: Failed) =>
  detail === 'Second Factor Required' || (status === 412 && !(Array.isArray(detail) && detail.length > 0))
