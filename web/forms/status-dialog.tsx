import { useState } from 'react'
import { Select } from '#web/ui/field/select.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { FormDialog } from './form-dialog.tsx'

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
  const submit = async () => {
    await onStatus(chosen)
    toast('Status geändert')
    onClose()
  }
  return (
    <FormDialog title="Status ändern" verb="Status ändern" onSubmit={submit} onClose={onClose}>
      <Select
        label={`Status von „${name}“`}
        hint={meaning[chosen]}
        name="status"
        choices={statuses}
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
