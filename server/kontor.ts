import type { ChildPool } from './children/child-pool.ts'
import type { Config } from './config.ts'
import type { Connection, Database } from './db/connect.ts'
import type { ImageProcessor } from './drawing/drawing.ts'
import type { Exports } from './exports/exports.ts'
import type { Budgets } from './http/limits.ts'
import type { News } from './live/news.ts'

/** Services shared by all parts of the server. Domains add their own, as push/deliver.ts does. */
export interface Kontor {
  config: Config
  connection: Connection
  db: Database
  news: News
  /** Counters of the limits per person. */
  budgets: Budgets
  /** The server's child processes. */
  childPool: ChildPool
  /** Excel and PDF exports, in child processes. */
  exports: Exports
  /** Re-encoding of images, in child processes. */
  drawing: ImageProcessor
  /** Identity of the build; open apps offer to reload when it changes. */
  build: string
}
