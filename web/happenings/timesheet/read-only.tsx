import { useQuery } from '@tanstack/react-query'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Notice } from '#web/ui/notice.tsx'
import { happeningQuery } from '../queries.ts'

type Props = { part: Subhappening; items: readonly TimeEntry[] }

/** Why nothing can be entered here, or not everything. */
export function ReadOnly({ part: { happening_id, can }, items }: Props) {
  const { data: happening } = useQuery(happeningQuery(happening_id))
  if (can.record && items.some(({ submitted, is_editable }) => submitted && !is_editable))
    return <Notice>Was übermittelt ist, können nur noch Admins berichtigen.</Notice>
  if (can.record || !happening) return null
  const { status } = happening
  return (
    <Notice>
      {status === 'Aktiv'
        ? 'Sie sind hier nicht Zeiterfasser: Sie können die Zeiten lesen, aber nicht ändern.'
        : `Die Veranstaltung ist im Status „${status}“: Die Zeiten lassen sich nur noch lesen.`}
    </Notice>
  )
}
