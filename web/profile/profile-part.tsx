import type { ReactNode } from 'react'
import { ChevronDownIcon } from '#web/ui/icon.tsx'
import css from './profile.module.css'

type Props = { id: string; title: string; state?: ReactNode; isOpen?: boolean; children: ReactNode }

/**
 * A row of the profile that opens. `state`: the current setting in a word or two, readable without opening the row.
 */
export const ProfilePart = ({ id, title, state, isOpen, children }: Props) => (
  <details id={id} className={css['part']} open={isOpen}>
    <summary>
      <h2>{title}</h2>
      <span className={css['state']}>{state}</span>
      <ChevronDownIcon size={18} />
    </summary>
    <div className={css['inside']}>{children}</div>
  </details>
)

/** Opens the part with this id. Returns its element for scrolling and focus. */
export function openProfilePart(id: string): HTMLElement | null {
  const part = document.getElementById(id)
  if (part instanceof HTMLDetailsElement) part.open = true
  return part
}
