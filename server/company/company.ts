// What the company calls itself, and its logo: on every screen and before the login, in mails and PDFs. It is asked
// for everywhere and changes once in years, so each node has it in memory, and reads it again when the news say so.
// While the database is away it stays as it was; once news come again they tell that anything may have changed.
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
/** What could not be read is asked for again so often, so long after each other. */
const AGAIN = 5
const AGAIN_MS = 2_000

type Logo = { key: string; type: string; bytes: Buffer }

export class Company {
  readonly #db: Database
  /** What it is called by the settings, as long as nobody has named it here. */
  readonly #appName: string
  #named: string | undefined
  #logo: Logo | undefined
  #asked = 0
  #read = 0
  readonly #againMs: number
  #timer: NodeJS.Timeout | undefined

  constructor(
    { appName, againMs = AGAIN_MS }: { appName: string; againMs?: number },
    db: Database,
    news: Pick<News, 'listen'>,
  ) {
    this.#db = db
    this.#appName = appName
    this.#againMs = againMs
    const again = () => this.#readUntilTold(AGAIN)
    news.listen({ changed: (fact) => fact === aboutCompany && again(), lost: again })
  }

  get name(): string {
    return this.#named ?? this.#appName
  }

  /** The name that was given here. */
  get named(): string | undefined {
    return this.#named
  }

  /** Somebody has said what it is called: here, or in the settings. */
  get isNamed(): boolean {
    return this.name !== PRODUCT
  }

  get logo(): Logo | undefined {
    return this.#logo
  }

  get logoPath(): string | null {
    return this.#logo ? `/company/logo/${this.#logo.key}/` : null
  }

  /** One read may fail while the news stay; without a database at all the news will come again with it. */
  #readUntilTold(left: number) {
    clearTimeout(this.#timer)
    this.read().catch(() => {
      clearTimeout(this.#timer)
      if (left > 0) this.#timer = setTimeout(() => this.#readUntilTold(left - 1), this.#againMs).unref()
    })
  }

  async read(): Promise<void> {
    const asked = ++this.#asked
    const { name, logo, logo_type } = (await findCompany(this.#db)) ?? {}
    // One that was asked later has come first.
    if (asked < this.#read) return
    this.#read = asked
    this.#named = name ?? undefined
    this.#logo = logo && logo_type ? { key: keyOf(logo), type: logo_type, bytes: logo } : undefined
  }
}

/** Another logo has another address, so that a browser may keep each for ever. */
const keyOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
