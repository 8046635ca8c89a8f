/** The dialogs over the list of happenings. Closing one leads back to the list as it was. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { isGone, sentenceOf } from '#web/api.ts'
import { GoneDialog } from '#web/forms/gone-dialog.tsx'
import { lastList } from './last-list.ts'
import { happeningQuery } from './queries.ts'
import { SetStatus } from './set-status.tsx'

const route = getRouteApi('/signed-in/happenings/$happening_id/edit_status')

export function useBackToHappenings() {
  const navigate = useNavigate({ from: '/happenings' })
  return () => void navigate({ to: '/happenings', search: true, replace: true })
}

export function EditStatusDialog() {
  const { happening_id } = route.useParams()
  const happening = useSuspenseQuery(happeningQuery(happening_id)).data
  return <SetStatus happening={happening} onClose={useBackToHappenings()} />
}

/** What the address names is gone, or was never there. */
export function HappeningErrorDialog({ error }: { error: unknown }) {
  const navigate = useNavigate()
  const back = () => void navigate({ to: '/happenings', search: lastList(), replace: true })
  const problem = sentenceOf(error)
  return (
    <GoneDialog
      title="Veranstaltung"
      sentence={isGone(error) ? 'Diese Veranstaltung gibt es nicht mehr.' : problem}
      onClose={back}
    />
  )
}
