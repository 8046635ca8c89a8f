import type { Happening } from '#contract/happenings.ts'
import { happeningStatuses } from '#contract/words/happenings.ts'
import { StatusDialog } from '#web/forms/status-dialog.tsx'
import { changeStatus } from './changes.ts'
import { meaning } from './status-meaning.ts'

type Props = { happening: Happening; onClose: () => void }

/** The dialog about one happening, over whatever shows it: the list by an address, its own screen without one. */
export const SetStatus = ({ happening: { id, name, status }, onClose }: Props) => (
  <StatusDialog
    name={name}
    present={status}
    statuses={happeningStatuses}
    meaning={meaning}
    onStatus={(next) => changeStatus(id, next)}
    onClose={onClose}
  />
)
