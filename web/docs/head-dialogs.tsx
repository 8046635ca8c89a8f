// Administrators' dialogs on the screen of a process.
import type { Doc } from '#contract/docs.ts'
import { RenameDoc, SetDocStatus } from './doc-dialogs.tsx'
import { PublishDialog } from './publish/publish-dialog.tsx'

const dialogs = { rename: RenameDoc, status: SetDocStatus, publish: PublishDialog }
export type DialogName = keyof typeof dialogs

type Props = { name: DialogName; doc: Doc; onClose: () => void }

export function HeadDialog({ name, ...props }: Props) {
  const Dialog = dialogs[name]
  return <Dialog {...props} />
}
