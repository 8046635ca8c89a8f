/** The dialogs about one process, over whatever shows it: the list by an address, its own screen without one. */
import type { Doc } from '#contract/docs.ts'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { StatusDialog } from '#web/forms/status-dialog.tsx'
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

export const SetDocStatus = ({ doc: { id, name, status }, onClose }: Props) => (
  <StatusDialog
    name={name}
    present={status}
    statuses={statuses}
    meaning={meaning}
    onStatus={(next) => setDocStatus(id, next)}
    onClose={onClose}
  />
)
