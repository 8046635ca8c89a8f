// Shortcuts for save, undo and redo.
import { useEffect, useEffectEvent } from 'react'

type Keys = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

const isCommand = ({ ctrlKey, metaKey, altKey }: Keys) => (ctrlKey || metaKey) && !altKey

export const isUndo = (event: Keys) => isCommand(event) && !event.shiftKey && event.key.toLowerCase() === 'z'

export const isRedo = (event: Keys) =>
  isCommand(event) && (event.key.toLowerCase() === 'y' || (event.shiftKey && event.key.toLowerCase() === 'z'))

/** Strg+S anywhere on the screen, unless a dialog is open. */
export function useSaveKey(onSave: () => void) {
  const save = useEffectEvent(onSave)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's'
      if (!isSave) return
      event.preventDefault()
      if (!document.querySelector('dialog:modal')) save()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
