// A line of filters on the left and actions on the right; on a phone they stand below each other.
import type { ReactNode } from 'react'
import css from './filter-bar.module.css'

export function FilterBar({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css['bar']}>
      <div className={css['filters']}>{children}</div>
      {actions && <div className={css['actions']}>{actions}</div>}
    </div>
  )
}
