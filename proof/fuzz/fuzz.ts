// Sends generated requests to every call of the contract and judges each answer.
import fc from 'fast-check'
import { sql } from 'kysely'
import { cast, type Person } from '#demo/cast.ts'
import { type Whole, wholeServer } from '#measure/whole-server.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { openSessionById } from '#server/testing/app.ts'
import type { Rank } from '../calls/callers.ts'
import { type Call, calls, isSafe } from '../calls/calls.ts'
import { hashTables, type TableHashes } from '../calls/table-hashes.ts'
import { faultOfAnswer } from './check-answer.ts'
import { type Request, requestsTo } from './requests.ts'

export const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121)
/** Requests per reading call in `npm test`. The proof sends hundreds to every call. */
export const runsInTests = 2

export type Tally = { requests: number; succeeded: number; refused: number }
const people: Partial<Record<Rank, Person>> = { staff: cast.anna, happenings: cast.bruno, admin: cast.clara }

/**
 * Throws with the smallest request that shows a fault. Without `shared` it starts a fresh server, so that
 * `seed` repeats the run exactly; calls that only read may share one.
 */
export async function fuzz(
  call: Call,
  { runs, seed }: { runs: number; seed: number },
  shared?: Whole,
): Promise<Tally> {
  const whole = shared ?? (await wholeServer())
  const tally: Tally = { requests: 0, succeeded: 0, refused: 0 }
  const trier = new Trier(whole, call)
  const property = fc.asyncProperty(requestsTo(call), async (request) => {
    const status = await trier.try(request)
    tally.requests++
    if (status < 400) tally.succeeded++
    else tally.refused++
  })
  try {
    await fc.assert(property, {
      numRuns: runs,
      seed,
      ignoreEqualValues: false,
      interruptAfterTimeLimit: 600_000,
    })
  } finally {
    if (!shared) await whole[Symbol.asyncDispose]()
  }
  return tally
}

export async function fuzzAll(total: number, seed: number, onProgress: (line: string) => void = () => {}) {
  const sum: Tally = { requests: 0, succeeded: 0, refused: 0 }
  const perRound = 1_000
  const share = Math.ceil(total / calls.length)
  for (const call of calls) {
    for (let done = 0; done < share; done += perRound) {
      const tally = await fuzz(call, { runs: Math.min(perRound, share - done), seed: seed + done })
      for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key]
    }
    onProgress(`${call.name}: ${sum.requests} requests so far`)
  }
  return sum
}

/** Sends requests one after the other, so that each change in the database has a single cause. */
class Trier {
  readonly #whole: Whole
  readonly #call: Call
  readonly #cookies = new Map<Rank, string>()
  #hashes: TableHashes | undefined

  /** Read once at the beginning, because a request may rename a user. */
  readonly #ids: Promise<Partial<Record<Rank, number>>>

  constructor(whole: Whole, call: Call) {
    this.#whole = whole
    this.#ids = idsOf(whole)
    this.#call = call
  }

  async try(request: Request): Promise<number> {
    const { ask, kontor } = this.#whole
    const { method } = this.#call
    const cookie = await this.#cookieOf(request.rank)
    const before = (this.#hashes ??= await hashTables(kontor.db))
    const answer = await ask({
      method,
      path: request.path,
      cookie,
      body: request.body,
      headers: request.type === undefined || !request.body ? {} : { 'content-type': request.type },
    })
    const after = await hashTables(kontor.db)
    this.#hashes = after
    if (!isSafe({ method }) && answer.status < 400) await this.#backToTheirRanks()
    const fault = faultOfAnswer({ call: this.#call, request, answer, before, after })
    if (fault)
      throw new Error(`${method} ${request.path} as ${request.rank} ${fault}\nbody: ${bodyText(request)}`)
    return answer.status
  }

  /** Restores the ranks: a change may have ended sessions, or made another person an administrator. */
  async #backToTheirRanks() {
    const ids = await this.#ids
    await inTransaction(this.#whole.kontor, async (tx) => {
      const mended = await tx
        .updateTable('users')
        .set({ is_admin: sql<boolean>`id = ${ids.admin}` })
        .where('id', 'in', Object.values(ids))
        .where(sql<boolean>`is_admin <> (id = ${ids.admin})`)
        .returning('id')
        .execute()
      for (const { id } of mended) changed(tx, aboutUser(id))
    })
    this.#cookies.clear()
    this.#hashes = undefined
  }

  async #cookieOf(rank: Rank): Promise<string | undefined> {
    const id = (await this.#ids)[rank]
    if (id === undefined) return undefined
    const known = this.#cookies.get(rank)
    if (known) return known
    const cookie = await openSessionById(this.#whole.kontor, id)
    this.#cookies.set(rank, cookie)
    this.#hashes = undefined
    return cookie
  }
}

async function idsOf({ userId }: Whole): Promise<Partial<Record<Rank, number>>> {
  const ids = Object.entries(people).map(async ([rank, person]) => [rank, await userId(person)])
  return Object.fromEntries(await Promise.all(ids)) as Partial<Record<Rank, number>>
}

const bodyText = ({ body, type }: Request) =>
  `${type} ${JSON.stringify(body?.toString('latin1').slice(0, 500))}`
