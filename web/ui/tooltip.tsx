/** A short hint on hover and keyboard focus; it can be hovered itself and goes with Escape. */
import { cloneElement, type ReactElement, useEffect, useId, useRef } from 'react'
import css from './tooltip.module.css'
import { usePopover } from './use-popover.ts'

type Props = {
  text: string
  /** The hint repeats the child's own name: nothing is read twice. */
  names?: boolean
  children: ReactElement<{ 'aria-describedby'?: string }>
}

const SHOW_AFTER = 400 // ms
const HIDE_AFTER = 80 // ms, time to move the pointer onto the hint

export function Tooltip({ text, names = false, children }: Props) {
  const { open, setOpen, anchor, panel } = usePopover<HTMLSpanElement>('center')
  const timer = useRef(0)
  const id = useId()
  const later = (next: boolean, ms: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(next), ms)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (
    <span
      ref={anchor}
      className={css['around']}
      onPointerEnter={(event) => event.pointerType === 'mouse' && later(true, SHOW_AFTER)}
      onPointerLeave={() => later(false, HIDE_AFTER)}
      onPointerDown={() => later(false, 0)}
      onFocus={(event) => event.target.matches(':focus-visible') && later(true, SHOW_AFTER)}
      onBlur={() => later(false, 0)}
    >
      {names ? children : cloneElement(children, { 'aria-describedby': id })}
      <div
        ref={panel}
        popover="manual"
        id={id}
        role="tooltip"
        aria-hidden={names || undefined}
        className={css['tooltip']}
      >
        {/* A name is in the button already: no need for it to lie about unseen. */}
        {(open || !names) && text}
      </div>
    </span>
  )
}
