// Shared by both pictures of a team, the table at a desk and the rows on a phone.
import type { ReactNode } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry, TimeHint } from '#contract/times.ts'
import type { Bulk, Selection } from './bulk.tsx'
import type { OpenEdits } from './edits/use-edits.tsx'

export const rowId = (timeentry_id: number) => `eintrag-${timeentry_id}`

export type TeamProps = {
  part: Subhappening
  items: readonly TimeEntry[]
  /** The server's hints about an entry; the same list for as long as it says the same. */
  hints: (timeentry_id: number) => readonly TimeHint[]
  day: string
  open: OpenEdits
  selection: Selection
  table: { order: string; onOrder: (order: string) => void; refreshing: boolean }
  onHistory: (entry: TimeEntry) => void
}

/** Above them. */
export type HeadProps = {
  part: Subhappening
  list: {
    filterBox: { value: string; onChange: (filter: string) => void }
    search: { order_by: string }
    table: { onOrder: (order: string) => void }
  }
  /** The address of the workbook. */
  excel: string
  /** Where something can be changed. */
  bulk: Bulk | undefined
  open: { canUndo: boolean; undo: () => void }
  /** Where somebody may be added whom nobody planned. */
  onAdd: (() => void) | undefined
}

export type PictureProps = {
  head: HeadProps
  team: TeamProps
  /** Rows are being ticked. */
  isTicking: boolean
  /** Stands in place of the rows. */
  empty: ReactNode
  pager: ReactNode
  /** The lower edge, with what a picture adds above its bar. */
  foot: (above?: ReactNode) => ReactNode
}

/** Two sorts may share a column: a name and a number stand below each other. */
export const orders = [
  { key: 'nachname', head: 'Name' },
  { key: 'personalnummer', head: 'Nummer' },
  { key: 'funktion', head: 'Funktion' },
  { key: 'soll_von_date', head: 'Geplant' },
  { key: 'ist_von_date', head: 'Beginn' },
] as const
