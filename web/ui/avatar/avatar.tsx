import type { CSSProperties } from 'react'
import css from './avatar.module.css'
import { hueOf, initialsOf } from './initials.ts'

type Props = {
  name: string
  /** Decides about the colour; without one it has none. */
  id?: number | null | undefined
  /** Several people stand behind it. */
  isGroup?: boolean
  size?: 'small' | 'medium'
}

/** Initials in a disc of the person's own colour: seen and not read aloud, since the name stands beside it. */
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
