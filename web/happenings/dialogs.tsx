// Dialogs over the list of happenings. Closing one returns to the list as it was.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Happening } from '#contract/happenings.ts'
import { happeningStatuses } from '#contract/words/happenings.ts'
import { errorSentence, isGone } from '#web/api.ts'
import { GoneDialog, useBackTo } from '#web/forms/over-list.tsx'
import { StatusDialog } from '#web/forms/status-dialog.tsx'
import { changeHappeningStatus } from './changes.ts'
import { lastListStore } from './last-list.ts'
import { happeningQuery } from './queries.ts'
import { statusExplanations } from './status-explanations.ts'

const route = getRouteApi('/signed-in/happenings/$happening_id/edit_status')

export function EditStatusDialog() {
  const { happening_id } = route.useParams()
  const happening = useSuspenseQuery(happeningQuery(happening_id)).data
  return <HappeningStatusDialog happening={happening} onClose={useBackTo('/happenings')} />
}

type Props = { happening: Happening; onClose: () => void }

/** Status dialog. Over the list it is a route, on the happening's own screen it is local state. */
export const HappeningStatusDialog = ({ happening: { id, name, status }, onClose }: Props) => (
  <StatusDialog
    name={name}
    present={status}
    statuses={happeningStatuses}
    meaning={statusExplanations}
    onStatus={(next) => changeHappeningStatus(id, next)}
    onClose={onClose}
  />
)

/** The happening in the address does not exist. */
export function HappeningErrorDialog({ error }: { error: unknown }) {
  const navigate = useNavigate()
  const back = () => void navigate({ to: '/happenings', search: lastListStore.get(), replace: true })
  const problem = errorSentence(error)
  return (
    <GoneDialog
      title="Veranstaltung"
      sentence={isGone(error) ? 'Diese Veranstaltung gibt es nicht mehr.' : problem}
      onClose={back}
    />
  )
}
