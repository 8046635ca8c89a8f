// Calls on their way to the server. A row is one call: what it says, whose it is, and what became of it. Rows of one lane
// go one after the other in the order in which they were put; lanes do not wait for each other. A row ends as taken,
// refused or in conflict, which its kind decides; everything else goes later by itself: after growing pauses, not before
// the server wants it, and at once when there is a reason to think that it will succeed.
//
// All windows have the same rows. One of them sends a lane at a time (`inTurn`); where two do nevertheless, or an answer
// is lost and the call is made again, that is harmless by what each call carries: a key of its own, a revision, or what
// it was believed to replace.
import { Failed, sentenceOf } from '#web/api.ts'
import { backOff } from '#web/back-off.ts'
import { createStore } from '#web/store.ts'
import type { Channel, Records, Shelf } from './shelf.ts'

export type Row<T = unknown> = {
  kind: string
  lane: string
  args: T
  /** Rows go in this order. */
  at: number
  /** Of these very args: another one once they are replaced. */
  stamp: string
  /** Not before, in ms, unless somebody leaves what they were typing in. */
  due?: number | undefined
  /** It was sent, and may have arrived. */
  tried?: true | undefined
  /** Args before these that were sent and never answered. */
  sent?: readonly T[] | undefined
  /** Why the server has refused it: it goes no more by itself. */
  why?: string | undefined
  /** In conflict with what the server has: a person chooses. */
  held?: true | undefined
}
export type Keyed<T> = Row<T> & { key: string }
/** One, or those that one call carries. */
export type Batch<T> = readonly [Keyed<T>, ...Keyed<T>[]]

/** What is known of a kind of call. */
export type Kind<T, Answer> = {
  /** Makes the call, for all rows that `joins` has put together. */
  send: (rows: Batch<T>, owner: number) => Promise<Answer>
  /** These go in one call with the first of them. */
  joins?: (first: Keyed<T>, other: Keyed<T>) => boolean
  /** Whether it may go now, by what else is to go; a sentence refuses it. */
  before?: (row: Keyed<T>, all: Records<Row>, owner: number) => 'go' | 'wait' | { why: string }
  /** The server has it. What it returns is told to the other windows (`heard`). */
  taken?: (rows: Batch<T>, answer: Answer, owner: number) => unknown
  heard?: (news: never, owner: number) => void
  /** What goes on of args that were put while others were under way, which the server has now. */
  rebase?: (row: Row<T>, sent: Row<T>, answer: Answer) => Row<T> | undefined
  /**
   * Decides by `settle` what becomes of the rows; those that it leaves as they are wait for the person, with the reason,
   * or where it answers 'wait', until `before` lets them go.
   */
  refused?: (rows: Batch<T>, error: Failed, owner: number) => Promise<'wait' | undefined>
  /** It was not taken, and goes later by itself; it may have arrived. */
  missed?: (rows: Batch<T>, error: Failed, owner: number) => unknown
  /** A row has just been refused, and stays with the reason. */
  stuck?: (row: Keyed<T>, why: string, owner: number) => unknown
  /** Told to come later than this, in ms, it is a refusal: a person decides whether to wait. */
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
  /** Who is signed in, and may act now. */
  me: () => number | undefined
  /** A call has found another session than this window knows of. */
  askWhoIsHere: () => void
  /** One window at a time, under this name. */
  inTurn: (name: string, act: () => Promise<void>) => Promise<void>
  /** What knows the kinds of call that this window has not met yet. */
  loadKinds: () => Promise<unknown>
  /** A fault of the program. */
  report: (error: unknown) => void
}

const pauseAfter = backOff({ first: 2_000, factor: 2, longest: 25_000 })
const start = (owner: number) => `${owner}/outbox/`
/** Of one person: what keeps theirs waiting keeps nobody else's. */
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
  /** Those who wait for what becomes of a row. */
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

  /** When a lane may be asked again, and something of it is due. */
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
   * Sends what is due. `leaving`: somebody leaves what they typed there, and nothing waits for the last key any more;
   * answers once that lane has come to rest.
   */
  async function flush(leaving?: string): Promise<void> {
    const owner = me()
    if (owner === undefined) return
    const lanes = new Set(inOrder(owner).map(({ lane }) => lane))
    const all = [...lanes].map((lane) => sendLane(owner, lane, lane === leaving))
    schedule()
    await (leaving === undefined ? Promise.all(all) : sendLane(owner, leaving, true))
  }

  /** The page ends: what was typed in the last breath goes with it, without looking at other windows. */
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

  /** The first that may go, with those that go along. What may never go is refused on the way. */
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
   * As they are in the store at this moment, marked as sent: another window may have sent, changed or discarded them.
   * None where this window learns only now how they are sent, and whether they may go; undefined where it does not.
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
      const told = kind.taken?.(rows, answer, owner)
      await Promise.all(
        rows.map((sent) =>
          rowsOf(owner).change(sent.key, (row) =>
            !row || row.stamp === sent.stamp ? undefined : goesOn(kind, row, sent, answer),
          ),
        ),
      )
      if (told !== undefined) channel.post({ news: { kind: name, owner, told } })
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
        // What has to be known to decide about it could not be asked.
        if (another instanceof Failed && !mayPass(another)) throw another
        await failed(owner, kind, rows, another)
      }
      return
    }
    if (error instanceof Failed) kind.missed?.(rows, error, owner)
    waitFor(laneOf(owner, lane), error)
    tell(rows, 'later')
  }

  /** What waits for it in another lane has its turn, or is refused with it. */
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

  /** There is a reason to think that it will succeed; a server that has named a moment is not asked before. */
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

    /**
     * Puts a call, or new args in place of those under the same key: those that were sent meanwhile are remembered. Does
     * not send it yet.
     */
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
      // Nothing has waited there for a while: what comes now is not late.
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
    /** It is not wanted any more. */
    drop: (owner: number, key: string) => rowsOf(owner).write([[key, undefined]]),
    /** Decides what becomes of a row, unless other args have taken its place. */
    settle: <T>(
      owner: number,
      { key, stamp }: Pick<Keyed<T>, 'key' | 'stamp'>,
      by: (row: Row<T>) => Row<T> | undefined,
    ) => rowsOf(owner).change(key, (row) => (row?.stamp === stamp ? by(row as Row<T>) : row)),
    /** A person wants it to be tried now, whatever was said before. */
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

/** Names what waits, so that the server takes it once. Browsers know `randomUUID` only where the address is safe. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const isSome = (rows: readonly Keyed<unknown>[]): rows is Batch<unknown> => rows.length > 0

/** Nobody is signed in; it came too slowly, as over a bad network; too much at once. */
const passing = new Set([401, 408, 429])

/** The same may be taken another time: nobody was reached, or it is no fault of what was sent. */
export function mayPass(error: Failed): boolean {
  const { status, answer } = error
  if (isOfSession(error)) return true
  // A refusal in the clothes of a success, as the specification has it.
  const isSaid = (answer as { success?: unknown } | undefined)?.success === false
  return (status < 400 && !isSaid) || status >= 500 || passing.has(status)
}

/**
 * Somebody has signed in in another window, or a factor is missing by now: it waits until its author may go on. 412 with
 * fields is about these: somebody has stored something else there meanwhile.
 */
const isOfSession = ({ status, detail }: Failed) =>
  detail === 'Second Factor Required' || (status === 412 && !(Array.isArray(detail) && detail.length > 0))
