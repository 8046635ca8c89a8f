// A line of filters on the left and actions on the right; on a phone they stand below each other.
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import css from './filter-bar.module.css'

export function FilterBar({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css['bar']}>
      <div className={css['filters']}>{children}</div>
      {actions && <div className={css['actions']}>{actions}</div>}
    </div>
  )
}

type FoldProps = {
  text: ReactNode
  /** The accessible name, where the text is an icon. */
  label?: string
  /** One of the filters is set: it starts open, since it explains why a list is short. */
  isUsed?: boolean
  children: ReactNode
}

/** Filters that a phone shows at a press, to leave room for the rows; a desk shows them always. */
export function Fold({ text, label, isUsed = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(isUsed)
  return (
    <>
      <span className={css['opener']}>
        <Button aria-label={label} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {text}
        </Button>
      </span>
      <div className={css['fold']} data-open={isOpen}>
        {children}
      </div>
    </>
  )
}
