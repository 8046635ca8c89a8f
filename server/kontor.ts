import type { Crew } from './children/crew.ts'
import type { Config } from './config.ts'
import type { Connection, Database } from './db/connect.ts'
import type { Drawing } from './drawing/drawing.ts'
import type { Exports } from './exports/exports.ts'
import type { Budgets } from './http/limits/limits.ts'
import type { News } from './live/news.ts'

/** Everything that the parts of the server share. Domains add what they bring, as push/deliver.ts does. */
export interface Kontor {
  config: Config
  connection: Connection
  db: Database
  news: News
  /** How much of their limits people have used. */
  budgets: Budgets
  /** The processes that work for this one. */
  crew: Crew
  /** Excel and PDF, made beside this process. */
  exports: Exports
  /** Images that people send, drawn anew beside this process. */
  drawing: Drawing
  /** The build's identity; when it changes, open apps offer to reload. */
  build: string
}
