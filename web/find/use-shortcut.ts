// Ctrl+K everywhere, and '/' outside of text fields, open the search.
import { useEffect, useEffectEvent } from 'react'

export function useFindShortcut(onFind: () => void) {
  const find = useEffectEvent(onFind)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
      // Not over an open dialog.
      if (!(isCtrlK || isSlash) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      find()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=grid] *'))
