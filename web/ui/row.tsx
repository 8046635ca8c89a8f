// One row of a list on a phone: a title, one line of details, a state at the right, and actions. A press anywhere on
// it follows the link of its title.
import type { ReactNode } from 'react'
import css from './row.module.css'

export type RowParts = {
  title: ReactNode
  line?: readonly ReactNode[]
  state?: ReactNode
  actions?: ReactNode
}
type Props = RowParts & { tick?: ReactNode; isSelected?: boolean | undefined }

export function Row({ title, line = [], state, actions, tick, isSelected }: Props) {
  return (
    <li className={css['row']} data-selected={isSelected || undefined}>
      {tick && <div className={css['tick']}>{tick}</div>}
      <div className={css['text']}>
        <div className={css['title']}>{title}</div>
        <div className={css['line']}>
          {line.map((part, at) => (
            <span key={at}>{part}</span>
          ))}
        </div>
      </div>
      {state && <div className={css['state']}>{state}</div>}
      {actions && <div className={css['actions']}>{actions}</div>}
    </li>
  )
}

type RowsProps = { label: string; isOld?: boolean | undefined; children: ReactNode }

export const Rows = ({ label, isOld, children }: RowsProps) => (
  <ul aria-label={label} aria-busy={isOld || undefined} className={css['rows']}>
    {children}
  </ul>
)
