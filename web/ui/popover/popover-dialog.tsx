// A small dialog beside its field: Tab goes round in it, Escape and a choice lead back to what has opened it.
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import floating from './floating.module.css'
import type { Popover } from './use-popover.ts'

type Props = {
  popover: Popover<HTMLElement>
  id: string
  label: string
  /** Gets the focus back if its opener did not have it: not every browser focuses a pressed button. */
  field: RefObject<HTMLElement | null>
  children: ReactNode
}

export function PopoverDialog({ popover: { open, anchor, panel }, id, label, field, children }: Props) {
  const openedBy = useRef<Element>(null)
  // Before what is in it takes the focus.
  useLayoutEffect(() => {
    if (open) openedBy.current = document.activeElement
  }, [open])
  useEffect(() => {
    const [left, around, own] = [panel.current, anchor.current, field.current]
    if (!open) return undefined
    return () => {
      const at = document.activeElement
      if (at !== document.body && !left?.contains(at)) return
      const opener = around?.contains(openedBy.current) ? openedBy.current : own
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [open, panel, anchor, field])

  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Tab') return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, [tabindex]')].filter(
      (stop) => stop.tabIndex === 0 && stop.checkVisibility(),
    )
    const edge = stops.at(event.shiftKey ? 0 : -1)
    if (document.activeElement !== edge) return
    event.preventDefault()
    stops.at(event.shiftKey ? -1 : 0)?.focus()
  }
  return (
    <div
      ref={panel}
      popover="manual"
      id={id}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      className={floating['panel']}
      onKeyDown={keys}
    >
      {open && children}
    </div>
  )
}
