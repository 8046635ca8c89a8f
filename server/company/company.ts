// Name and logo of the company. They are needed everywhere and change once in years, so each node caches them and
// rereads them when news say that they changed. While the database is unavailable, the last values are used. Name and
// logo are also reread when news resume after a gap.
import { createHash } from 'node:crypto'
import type { Database } from '#server/db/connect.ts'
import { aboutCompany } from '#server/live/facts.ts'
import type { News } from '#server/live/news.ts'
import { findCompany } from './store.ts'

declare module '#server/kontor.ts' {
  interface Kontor {
    company: Company
  }
}

const PRODUCT = 'Kontor'
/** Number of retries after a failed read, and the pause between them. */
const MAX_RETRIES = 5
const RETRY_MS = 2_000

type Logo = { key: string; type: string; bytes: Buffer }

export class Company {
  readonly #db: Database
  /** Name from the settings, used until an administrator sets one. */
  readonly #appName: string
  #named: string | undefined
  #logo: Logo | undefined
  #asked = 0
  #read = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ appName }: { appName: string }, db: Database, news: Pick<News, 'listen'>) {
    this.#db = db
    this.#appName = appName
    const again = () => this.#readWithRetries(MAX_RETRIES)
    news.listen({ changed: (fact) => fact === aboutCompany && again(), lost: again })
  }

  get name(): string {
    return this.#named ?? this.#appName
  }

  /** Name set by an administrator; undefined if none is set. */
  get named(): string | undefined {
    return this.#named
  }

  /** True if an administrator or the settings name the company. */
  get isNamed(): boolean {
    return this.name !== PRODUCT
  }

  get logo(): Logo | undefined {
    return this.#logo
  }

  get logoPath(): string | null {
    return this.#logo ? `/company/logo/${this.#logo.key}/` : null
  }

  /**
   * Retries a failed read. Without a database the retries run out; the news then cause another read when the
   * database is back.
   */
  #readWithRetries(left: number) {
    clearTimeout(this.#timer)
    this.read().catch(() => {
      clearTimeout(this.#timer)
      if (left > 0) this.#timer = setTimeout(() => this.#readWithRetries(left - 1), RETRY_MS).unref()
    })
  }

  async read(): Promise<void> {
    const number = ++this.#asked
    const { name, logo, logo_type } = (await findCompany(this.#db)) ?? {}
    // A read that started later has already finished, so this result is outdated.
    if (number < this.#read) return
    this.#read = number
    this.#named = name ?? undefined
    this.#logo = logo && logo_type ? { key: hashLogo(logo), type: logo_type, bytes: logo } : undefined
  }
}

/** A new logo gets a new address, so browsers may cache each for ever. */
const hashLogo = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
