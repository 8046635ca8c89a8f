// Dialogs over the list; closing returns to the unchanged list.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type DocTemplateKey, templateKeys, templates } from '#contract/words/templates.ts'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { createErrorDialog, useBackTo } from '#web/forms/over-list.tsx'
import { type Choice, Select } from '#web/ui/field/select.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { createDoc } from './changes.ts'
import { RenameDoc, SetDocStatus } from './doc-dialogs.tsx'
import { docQuery } from './queries.ts'

const renameRoute = getRouteApi('/signed-in/docs/$doc_id/rename')
const statusRoute = getRouteApi('/signed-in/docs/$doc_id/edit_status')

const EMPTY_PAGE = 'empty'
type TemplateChoice = DocTemplateKey | typeof EMPTY_PAGE
const templateChoices: Choice<TemplateChoice>[] = [
  { value: EMPTY_PAGE, text: 'Leere Seite' },
  ...templateKeys.map((value) => ({ value, text: `Vorlage: ${templates[value]}` })),
]

export function AddDocDialog() {
  const back = useBackTo('/docs')
  const navigate = useNavigate()
  const [beginning, setBeginning] = useState<TemplateChoice>(EMPTY_PAGE)
  const template = beginning === EMPTY_PAGE ? undefined : beginning
  const create = async (name: string) => {
    const doc_id = await createDoc(name, template)
    const edit = () => void navigate({ to: '/docs/$doc_id/edit', params: { doc_id } })
    toast('Prozess angelegt', { action: { text: 'Jetzt bearbeiten', onPick: edit } })
    back()
  }
  return (
    <NameDialog
      title="Neuer Prozess"
      label="Name"
      hint="Er beginnt als Entwurf, den nur Admins sehen."
      field="name"
      present={template ? templates[template] : ''}
      verb="Anlegen"
      onName={create}
      onClose={back}
    >
      <Select
        label="Beginnt mit"
        name="template"
        choices={templateChoices}
        value={beginning}
        onChange={setBeginning}
      />
    </NameDialog>
  )
}

export function RenameDocDialog() {
  const { doc_id } = renameRoute.useParams()
  return <RenameDoc doc={useSuspenseQuery(docQuery(doc_id)).data} onClose={useBackTo('/docs')} />
}

export function EditDocStatusDialog() {
  const { doc_id } = statusRoute.useParams()
  return <SetDocStatus doc={useSuspenseQuery(docQuery(doc_id)).data} onClose={useBackTo('/docs')} />
}

/** The process in the address does not exist. */
export const DocErrorDialog = createErrorDialog('Prozess', 'Diesen Prozess gibt es nicht mehr.', '/docs')
