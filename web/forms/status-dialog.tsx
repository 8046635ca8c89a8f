import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useSubmit } from './use-submit.ts'

type Props<S extends string> = {
  /** Name of the record. */
  name: string
  present: S
  statuses: readonly S[]
  /** Explanation of each status. */
  meaning: Record<S, string>
  /** Thrown refusals are shown in the dialog. */
  onStatus: (status: S) => Promise<unknown>
  onClose: () => void
}

/** Dialog to set the status of one record. */
export function StatusDialog<S extends string>(props: Props<S>) {
  const { name, present, statuses, meaning, onStatus, onClose } = props
  const [chosen, setChosen] = useState(present)
  const form = useSubmit(async () => {
    await onStatus(chosen)
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
