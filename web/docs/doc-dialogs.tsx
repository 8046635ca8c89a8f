// Dialogs about one process. Over the list each has a route of its own; on the screen of the process it has none.
import type { Doc } from '#contract/docs.ts'
import { docStatuses } from '#contract/document/statuses.ts'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { StatusDialog } from '#web/forms/status-dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { renameDoc, setDocStatus } from './changes.ts'
import { statusMeaning } from './status.tsx'

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

export const SetDocStatus = ({ doc: { id, name, status }, onClose }: Props) => (
  <StatusDialog
    name={name}
    present={status}
    statuses={docStatuses}
    meaning={statusMeaning}
    onStatus={(next) => setDocStatus(id, next)}
    onClose={onClose}
  />
)
