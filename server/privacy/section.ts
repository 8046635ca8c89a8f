// What a part of somebody's data is made of.
import type { RawBuilder } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Subject } from './subject-store.ts'

export type Row = Record<string, unknown>
/** People are given all of their own data; an administrator does not get to read chats of two. */
export type Scope = 'own' | 'administrator'
export type Section = {
  name: string
  title: string
  /** The names of its columns for people, in their order; what has none is in the JSON alone. */
  columns: Record<string, string>
  rows: (subject: Subject, scope: Scope) => RawBuilder<unknown>
  /** Columns that are never null and tell its rows apart, so that they can be read piece by piece. */
  order: readonly string[]
  tables: readonly (keyof Tables)[]
  /** Values that need more than a column of the database. */
  shown?: (row: Row) => Row
  /** So many rows at once, where they are large. */
  atOnce?: number
}
