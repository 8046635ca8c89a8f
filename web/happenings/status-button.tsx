import { useState } from 'react'
import type { Happening } from '#contract/happenings.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icon.tsx'
import { SetStatus } from './set-status.tsx'

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
