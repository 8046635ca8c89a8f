// Filters on the left, actions on the right; stacked on phones.
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
  /** Accessible name if the text is an icon. */
  label?: string
  /** Initially open, if one of its filters is active. */
  isUsed?: boolean
  children: ReactNode
}

/** Collapses filters on phones. */
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
