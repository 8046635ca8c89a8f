import type { Budgets } from './budgets.ts'
import type { Config } from './config.ts'
import type { Connection, Database } from './db/connect.ts'
import type { Exports } from './exports/exports.ts'
import type { Cache } from './live/cache.ts'
import type { News } from './live/news.ts'
import type { Backups } from './operation/backups.ts'
import type { Breakers } from './push/breakers.ts'
import type { PushService } from './push/deliver.ts'

/** What every part of the server works with. */
export type Kontor = {
  config: Config
  connection: Connection
  db: Database
  news: News
  /** How many rows a list has behind its filter: numbers that cost a scan to count. */
  totals: Cache<number>
  /** Who has used how much of what they may. */
  budgets: Budgets
  /** Excel and PDF, made beside this process. */
  exports: Exports
  /** Backups, made beside this process. */
  backups: Backups
  /** The browsers' push services; tests put their own here. */
  push: PushService
  /** Which of them answer this node. */
  breakers: Breakers
  /** The build's identity; when it changes, open apps offer to reload. */
  build: string
}
