import { useState } from 'react'
import type { Happening } from '#contract/happenings.ts'
import { happeningStatuses } from '#contract/words/happenings.ts'
import { StatusDialog } from '#web/forms/status-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icon.tsx'
import { changeStatus } from './queries.ts'
import { meaning } from './status.tsx'

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

/** The dialog lies over the happening, so that nothing on its screen is left. */
export function StatusButton({ happening }: { happening: Happening }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<CheckIcon />} onClick={() => setOpen(true)}>
        Status ändern
      </Button>
      {open && <SetStatus happening={happening} onClose={() => setOpen(false)} />}
    </>
  )
}
