/** The dialogs about one process, over whatever shows it: the list by an address, its own screen without one. */
import { useState } from 'react'
import type { Doc, DocStatus } from '#contract/docs.ts'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/form.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { renameDoc, setDocStatus } from './queries.ts'
import { meaning } from './status.tsx'
import { statuses } from './statuses.ts'

type Props = { doc: Pick<Doc, 'id' | 'name' | 'status'>; onClose: () => void }

export function RenameDoc({ doc: { id, name }, onClose }: Props) {
  const rename = async (next: string) => {
    await renameDoc(id, next)
    toast('Prozess umbenannt')
    onClose()
  }
  return (
    <NameDialog
      title="Prozess umbenennen"
      label="Name"
      field="name"
      present={name}
      verb="Umbenennen"
      onName={rename}
      onClose={onClose}
    />
  )
}

export function SetDocStatus({ doc: { id, name, status }, onClose }: Props) {
  const [chosen, setChosen] = useState<DocStatus>(status)
  const form = useSubmit(async () => {
    await setDocStatus(id, chosen)
    toast('Status geändert')
    onClose()
  })
  return (
    <Modal title="Status ändern" onClose={onClose}>
      <Form {...form} label="Status ändern">
        <Select
          label={`Status von „${name}“`}
          hint={meaning[chosen]}
          name="status"
          choices={statuses}
          value={chosen}
          onChange={setChosen}
        />
        <FormActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <SubmitButton>Status ändern</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}
