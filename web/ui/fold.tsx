import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import css from './fold.module.css'

/** What a phone shows at a press, so that the rows of a list begin early there, and a desk always. */
export function Fold({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <span className={css['opener']}>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {text}
        </Button>
      </span>
      <div className={css['fold']} data-open={isOpen}>
        {children}
      </div>
    </>
  )
}
