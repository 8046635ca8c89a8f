import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { focusHeading, useHandOver } from '#web/ui/keyboard/focus-on.ts'
import css from './chosen-bar.module.css'

type Props = {
  count: number
  onClear: () => void
  /** What can be done with all of them. */
  children: ReactNode
}

/** Stays at the lower edge of the window as long as something is ticked. */
export function ChosenBar({ count, onClear, children }: Props) {
  const bar = useRef<HTMLElement>(null)
  useHandOver(bar, focusTickAll)
  return (
    <section ref={bar} data-bar-below className={css['bar']} aria-label="Auswahl">
      <div className={css['chosen']}>
        <output className={css['count']}>{formatNumber(count)} ausgewählt</output>
        <Button variant="quiet" size="small" onClick={onClear}>
          Auswahl aufheben
        </Button>
      </div>
      <div className={css['actions']}>{children}</div>
    </section>
  )
}

/**
 * Where the keyboard goes on when the selection is gone: to the box that ticks all, at the head of a table or of
 * cards.
 */
function focusTickAll() {
  const boxes = [...document.querySelectorAll<HTMLElement>('main input[type=checkbox]')]
  const box = boxes.find((one) => one.checkVisibility())
  if (box) box.focus()
  else focusHeading()
}
