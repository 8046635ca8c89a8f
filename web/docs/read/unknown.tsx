import type { ReactNode } from 'react'
import { WarningIcon } from '#web/ui/icon.tsx'
import css from './document.module.css'

/** In the place of something that nobody knows how to show: a gap that says so is better than a silent one. */
export const Unknown = ({ children }: { children: ReactNode }) => (
  <span className={css['unknown']}>
    <WarningIcon size={16} />
    <span>{children}</span>
  </span>
)
