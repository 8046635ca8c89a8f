import { useQuery } from '@tanstack/react-query'
import type { Subhappening } from '#contract/happenings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { happeningQuery } from '../queries.ts'

/** Why nothing can be entered here. */
export function ReadOnly({ part: { happening_id, can } }: { part: Subhappening }) {
  const { data: happening } = useQuery(happeningQuery(happening_id))
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
