import { useState } from 'react'
import type { Recorder } from '#contract/parts.ts'
import { formatNumber } from '#web/ui/format.ts'
import css from './happenings.module.css'

/** How many stand there before the list is folded; hiding a single one would save nothing. */
const SHOWN = 3

export function Recorders({ users }: { users: readonly Recorder[] }) {
  const [open, setOpen] = useState(false)
  if (users.length === 0) return <span className={css['nobody']}>Niemand</span>
  const folds = users.length > SHOWN + 1
  const shown = folds && !open ? users.slice(0, SHOWN) : users
  return (
    <div>
      {/* A semicolon, because the comma stands inside the names. */}
      {shown.map(({ display_name }) => display_name).join('; ')}{' '}
      {folds && (
        <button type="button" className={css['fold']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Weniger' : `und ${formatNumber(users.length - SHOWN)} weitere`}
        </button>
      )}
    </div>
  )
}
