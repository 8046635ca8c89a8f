/** The dialog about one happening, over whatever shows it: the list by an address, its own screen without one. */
import { useState } from 'react'
import type { Happening, HappeningStatus } from '#contract/happenings.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/form.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { changeStatus } from './queries.ts'
import { meaning, statuses } from './status.tsx'

type Props = { happening: Happening; onClose: () => void }

export function SetStatus({ happening: { id, name, status }, onClose }: Props) {
  const [chosen, setChosen] = useState<HappeningStatus>(status)
  const form = useSubmit(async () => {
    await changeStatus(id, chosen)
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
