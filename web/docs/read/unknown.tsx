import type { ReactNode } from 'react'
import { WarningIcon } from '#web/ui/icon.tsx'
import css from './document.module.css'

/** In place of a node that cannot be shown: a message is better than a silent gap. */
export const Unknown = ({ children }: { children: ReactNode }) => (
  <span className={css['unknown']}>
    <WarningIcon size={16} />
    <span>{children}</span>
  </span>
)
