// What open screens ask for again and again is kept here in pieces: a page of a list as everybody with the same
// rights sees it, the numbers of a part, what one person has filled in. A change forgets the pieces that rest on it
// and no others; whoever asks next has them read, once for all who ask at that moment. Answers are put together from
// pieces, and are pieces themselves. After a start, when everything is missing at once, few statements run at a time.
import { batch } from '#server/batch.ts'
import type { Database } from '#server/db/connect.ts'
import { Cache } from '#server/live/cache.ts'
import type { News } from '#server/live/news.ts'
import { queue } from '#server/queue.ts'
import { sizeOf } from './size-of.ts'

const MB = 1024 * 1024
const limits = { entries: 200_000, bytes: 96 * MB }
/** So many statements read pieces at once: the connections are not theirs alone. */
const AT_ONCE = 4
/** For so many who ask one statement reads what they miss. */
const TOGETHER = 100
/** How often an answer is put together anew, when something has changed meanwhile, or its pieces do not fit. */
const ROUNDS = 3
/**
 * Nothing of lists is kept longer: so what is changed past the news, as by hand, is seen after so long, or after three
 * times of it where a piece is made of a piece that counts on a number.
 */
export const LONGEST_MS = 600_000

export type Piece<Value> = {
  key: string
  /** What it rests on, whatever it turns out to be. */
  facts: readonly string[]
  /** What it rests on besides, when it is known. */
  more?: (value: Value) => readonly string[]
  /** For how long it is true, in ms. */
  lasts?: (value: Value) => number
}
type Read<Value> = Piece<Value> & {
  read: (db: Database) => Promise<Value>
  /** What words are looked for: that may take long, has limits of its own (`searches`), and holds up no list. */
  filter?: string
}
type Composed<Value> = Piece<Value> & { compose: () => Promise<Value> }

/** Pieces of one kind, each of one person or thing, many of which are read with one statement. */
export type Kind<Value> = {
  /** How its pieces are named here. */
  keyOf: (id: number) => string
  facts: (id: number) => readonly string[]
  /** Of those that it does not name, there is nothing. */
  read: (db: Database, ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>
  nothing: Value
}

type ReadMany = (ids: readonly number[]) => Promise<ReadonlyMap<number, unknown>>
/** `asOf`: when its statement began; before that whoever asks may wait for it. */
type Running = { asOf: number | undefined; value: Promise<unknown> }

export class ListMemory {
  readonly #db: Database
  readonly #news: News
  readonly #pieces: Cache<{ value: unknown; weight: number }>
  readonly #running = new Map<string, Running>()
  readonly #batches = new Map<Kind<unknown>['keyOf'], ReadMany>()
  readonly #inTurn = queue({ atOnce: AT_ONCE, waiting: Number.POSITIVE_INFINITY })

  constructor(db: Database, news: News, bounds = limits) {
    this.#db = db
    this.#news = news
    this.#pieces = new Cache(news, { ...bounds, weigh: ({ weight }) => weight })
  }

  get kept(): { entries: number; bytes: number } {
    return { entries: this.#pieces.size, bytes: this.#pieces.bytes }
  }

  /** From memory, or with one statement for all who ask meanwhile. */
  read<Value>(piece: Read<Value>): Promise<Value> {
    return this.#once(piece, (begins) => {
      const read = async () => {
        const asOf = begins()
        const value = await piece.read(this.#db)
        this.#keep(piece, value, asOf)
        return value
      }
      return piece.filter ? read() : this.#inTurn(read)
    })
  }

  /** From memory, or put together from other pieces, all of them of one moment as far as this node knows. */
  compose<Value>(piece: Composed<Value>): Promise<Value> {
    return this.#once(piece, async (begins) => {
      for (let round = 1; ; round++) {
        const asOf = begins()
        const value = await piece.compose()
        const facts = [...piece.facts, ...(piece.more?.(value) ?? [])]
        if (round < ROUNDS && this.#news.isListening && this.#news.changedSince(asOf, facts)) continue
        this.#keep(piece, value, asOf)
        return value
      }
    })
  }

  /** Some of a kind: from memory, and what is missing with one statement for all who ask meanwhile. */
  async each<Value>(kind: Kind<Value>, ids: readonly number[]): Promise<Map<number, Value>> {
    const kept = new Map(
      ids.flatMap((id) => {
        const piece = this.#pieces.get(kind.keyOf(id))
        return piece ? [[id, piece.value as Value] as const] : []
      }),
    )
    const read = await this.#batchOf(kind)(ids.filter((id) => !kept.has(id)))
    return new Map(ids.map((id) => [id, (kept.has(id) ? kept.get(id) : read.get(id)) as Value]))
  }

  /** Pieces of one commit that are read apart: where one is found to be older than the other, they are read again. */
  async ofOneMoment<Value>({
    read,
    fits,
    keys,
  }: {
    read: () => Promise<Value>
    fits: (value: Value) => boolean
    /** What it was read from. */
    keys: (value: Value) => readonly string[]
  }): Promise<Value> {
    for (let round = 1; ; round++) {
      const value = await read()
      if (round === ROUNDS || fits(value)) return value
      for (const key of keys(value)) this.#pieces.forget(key)
    }
  }

  async #once<Value>(
    { key, facts, more }: Piece<Value>,
    work: (begins: () => number) => Promise<Value>,
  ): Promise<Value> {
    const kept = this.#pieces.get(key)
    if (kept) return kept.value as Value
    const running = this.#running.get(key)
    if (running && this.#isStillTrue(running, more ? undefined : facts))
      return running.value as Promise<Value>
    const run: Running = { asOf: undefined, value: Promise.resolve() }
    const value = work(() => (run.asOf = this.#pieces.asOf))
    run.value = value
    this.#running.set(key, run)
    const end = () => {
      if (this.#running.get(key) === run) this.#running.delete(key)
    }
    value.then(end, end)
    return value
  }

  /**
   * Whoever asks now may have what began then; where not all facts are known yet, only if nothing at all has changed.
   */
  #isStillTrue({ asOf }: Running, facts: readonly string[] | undefined): boolean {
    if (asOf === undefined) return true
    return facts
      ? this.#news.isListening && !this.#news.changedSince(asOf, facts)
      : this.#pieces.isCurrent(asOf)
  }

  #keep<Value>({ key, facts, more, lasts }: Piece<Value>, value: Value, asOf: number) {
    this.#pieces.keep(
      key,
      { value, weight: weightOf(key, value) },
      {
        asOf,
        facts: [...facts, ...(more?.(value) ?? [])],
        until: performance.now() + Math.min(LONGEST_MS, lasts?.(value) ?? LONGEST_MS),
      },
    )
  }

  #batchOf<Value>(kind: Kind<Value>): ReadMany {
    const known = this.#batches.get(kind.keyOf)
    if (known) return known
    const add = batch<readonly number[], ReadonlyMap<number, unknown>>(
      (_, asked) =>
        this.#inTurn(async () => {
          const { asOf } = this.#pieces
          const values = new Map<number, unknown>()
          for (const id of asked.flat()) values.set(id, this.#pieces.get(kind.keyOf(id)))
          // Others may have had some of them read meanwhile.
          const ids = [...values].flatMap(([id, kept]) => (kept === undefined ? [id] : []))
          const found = ids.length > 0 ? await kind.read(this.#db, ids) : new Map<number, Value>()
          for (const [id, kept] of values) {
            const value = kept ? (kept as { value: Value }).value : (found.get(id) ?? kind.nothing)
            values.set(id, value)
            if (!kept) this.#keep({ key: kind.keyOf(id), facts: kind.facts(id) }, value, asOf)
          }
          return asked.map(() => ({ status: 'fulfilled', value: values }))
        }),
      { most: TOGETHER },
    )
    const readMany: ReadMany = (ids) => add('', ids)
    this.#batches.set(kind.keyOf, readMany)
    return readMany
  }
}

const made = new WeakMap<object, Map<string, unknown>>()
const MOST_MADE = 1_000
/** What is made of a piece for those who see it alike: the same one each time, as long as the piece is the same. */
export function madeOf<Made>(piece: object, key: string, make: () => Made): Made {
  let all = made.get(piece)
  if (!all) made.set(piece, (all = new Map()))
  const known = all.get(key)
  if (known !== undefined) return known as Made
  const one = make()
  if (all.size < MOST_MADE) all.set(key, one)
  return one
}

/** In bytes, about: what it holds, and its place among the facts. */
const weightOf = (key: string, value: unknown): number => 600 + key.length + sizeOf(value)
