// Props shared by the desktop table and the phone list of a team.
import type { ReactNode } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import type { BulkActions, EntrySelection } from './bulk.tsx'
import type { OpenEdits } from './edits/use-edits.tsx'

export const rowId = (timeentry_id: number) => `eintrag-${timeentry_id}`

export type TeamProps = {
  part: Subhappening
  items: readonly TimeEntry[]
  /** The server's hints about an entry; referentially stable while unchanged. */
  hints: (timeentry_id: number) => readonly TimeHint[]
  day: string
  open: OpenEdits
  selection: EntrySelection
  table: { order: string; onOrder: (order: string) => void; refreshing: boolean }
  onHistory: (entry: TimeEntry) => void
}

/** Props of the tools above the rows. */
export type TeamHeadProps = {
  part: Subhappening
  list: {
    filterBox: { value: string; onChange: (filter: string) => void }
    search: { order_by: string }
    table: { onOrder: (order: string) => void }
  }
  /** URL of the Excel download. */
  excel: string
  /** Undefined if nothing can be changed. */
  bulk: BulkActions | undefined
  open: { canUndo: boolean; undo: () => void }
  /** Adds an unplanned person; undefined if not allowed. */
  onAdd: (() => void) | undefined
}

export type TeamViewProps = {
  head: TeamHeadProps
  team: TeamProps
  /** Rows are selected instead of opened. */
  isTicking: boolean
  /** Replaces the rows if there are none. */
  empty: ReactNode
  pager: ReactNode
  /** Sticky foot; `above` is rendered above its bar. */
  foot: (above?: ReactNode) => ReactNode
}

/** Name and number share a column of the table. */
export const sortOrders = [
  { key: 'nachname', head: 'Name' },
  { key: 'personalnummer', head: 'Nummer' },
  { key: 'funktion', head: 'Funktion' },
  { key: 'soll_von_date', head: 'Geplant' },
  { key: 'ist_von_date', head: 'Beginn' },
] as const
