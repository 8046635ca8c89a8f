import type { CSSProperties } from 'react'
import css from './avatar.module.css'
import { hueOf, initialsOf } from './initials.ts'

type Props = {
  name: string
  /** Determines the colour; neutral if absent. */
  id?: number | null | undefined
  /** Represents several people. */
  isGroup?: boolean
  size?: 'small' | 'medium'
}

/** Initials on a coloured disc; hidden from screen readers, since the name is beside it. */
export const Avatar = ({ name, id, isGroup = false, size = 'medium' }: Props) => (
  <span
    aria-hidden="true"
    className={css['avatar']}
    data-size={size}
    data-group={isGroup}
    {...(typeof id === 'number' && { style: { '--hue': hueOf(id) } as CSSProperties, 'data-coloured': '' })}
  >
    {initialsOf(name)}
  </span>
)
