// The dialogs over the list of processes. Closing one leads back to the list as it was.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { isGone, sentenceOf } from '#web/api.ts'
import { GoneDialog } from '#web/forms/gone-dialog.tsx'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { createDoc } from './changes.ts'
import { RenameDoc, SetDocStatus } from './doc-dialogs.tsx'
import { docQuery } from './queries.ts'

const renameRoute = getRouteApi('/signed-in/docs/$doc_id/rename')
const statusRoute = getRouteApi('/signed-in/docs/$doc_id/edit_status')

function useBackToDocs() {
  const navigate = useNavigate({ from: '/docs' })
  return () => void navigate({ to: '/docs', search: true, replace: true })
}

export function AddDocDialog() {
  const back = useBackToDocs()
  const create = async (name: string) => {
    await createDoc(name)
    toast('Prozess angelegt')
    back()
  }
  return (
    <NameDialog
      title="Neuer Prozess"
      label="Name"
      hint="Er beginnt als leerer Entwurf, den nur Admins sehen."
      field="name"
      verb="Anlegen"
      onName={create}
      onClose={back}
    />
  )
}

export function RenameDocDialog() {
  const { doc_id } = renameRoute.useParams()
  return <RenameDoc doc={useSuspenseQuery(docQuery(doc_id)).data} onClose={useBackToDocs()} />
}

export function EditDocStatusDialog() {
  const { doc_id } = statusRoute.useParams()
  return <SetDocStatus doc={useSuspenseQuery(docQuery(doc_id)).data} onClose={useBackToDocs()} />
}

/** The process of the address is gone, or was never there. */
export function DocErrorDialog({ error }: { error: unknown }) {
  const back = useBackToDocs()
  const problem = sentenceOf(error)
  return (
    <GoneDialog
      title="Prozess"
      sentence={isGone(error) ? 'Diesen Prozess gibt es nicht mehr.' : problem}
      onClose={back}
    />
  )
}
