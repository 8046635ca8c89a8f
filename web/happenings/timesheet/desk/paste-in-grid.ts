import type { ClipboardEvent } from 'react'
import { toast } from '#web/ui/toast/toast.tsx'
import type { TeamProps } from '../team.ts'
import { asTable, fieldAt } from './cells.ts'
import { cutNotes, leftOver, pasteTable } from './paste.ts'

/**
 * Columns of a spreadsheet go into the fields from the one that has the focus on. A single value goes into it by
 * itself.
 */
export function pasteInGrid(
  event: ClipboardEvent,
  { items, day, open }: Pick<TeamProps, 'items' | 'day' | 'open'>,
) {
  const cells = asTable(event.clipboardData.getData('text/plain'))
  const at = fieldAt(event.target, items)
  if (!cells || !at) return
  event.preventDefault()
  const rows = items.slice(at.row)
  const { after } = open.takeStep((edits) => pasteTable(edits, { rows, first: at.field, cells, day }))
  const more = leftOver(cells, rows, at.field) ?? cutNotes(cells, at.field)
  if (more !== undefined || after.size === 0) toast(more ?? 'Daran war nichts zu ändern.', { tone: 'info' })
}
