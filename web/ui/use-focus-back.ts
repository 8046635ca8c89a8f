import { type RefObject, useEffect } from 'react'

/** Leads the keyboard back to the field when the panel that it was in closes, unless it has gone elsewhere. */
export function useFocusBack(
  isOpen: boolean,
  panel: RefObject<HTMLElement | null>,
  field: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    const left = panel.current
    const next = field.current
    if (!isOpen) return undefined
    return () => {
      const at = document.activeElement
      if (at === document.body || left?.contains(at)) next?.focus()
    }
  }, [isOpen, panel, field])
}
