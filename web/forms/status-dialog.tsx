import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { useSubmit } from './use-submit.ts'

type Props<S extends string> = {
  /** Of the thing whose status it is. */
  name: string
  present: S
  statuses: readonly S[]
  /** Of each status, shown before it is set. */
  meaning: Record<S, string>
  /** A refusal it throws is shown in the dialog. */
  onStatus: (status: S) => Promise<unknown>
  onClose: () => void
}

/** Sets the status of one thing. */
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
