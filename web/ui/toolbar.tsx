/** A line of filters on the left and actions on the right; on a phone they stand below each other. */
import type { ReactNode } from 'react'
import css from './toolbar.module.css'

export function Toolbar({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css['toolbar']}>
      <div className={css['filters']}>{children}</div>
      {actions && <div className={css['actions']}>{actions}</div>}
    </div>
  )
}
