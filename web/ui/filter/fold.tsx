import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import css from './fold.module.css'

type Props = {
  text: ReactNode
  /** The accessible name, where the text is an icon. */
  label?: string
  /** One of the filters is set: it starts open, so that nobody wonders why a list is short. */
  isUsed?: boolean
  children: ReactNode
}

/** Filters that a phone shows at a press, so that the rows of a list begin early there, and a desk always. */
export function Fold({ text, label, isUsed = false, children }: Props) {
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
