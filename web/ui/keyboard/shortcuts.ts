// Shortcuts for save, undo and redo.
import { useEffect, useEffectEvent } from 'react'

type KeyCombination = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

const isCommand = ({ ctrlKey, metaKey, altKey }: KeyCombination) => (ctrlKey || metaKey) && !altKey

export const isUndo = (event: KeyCombination) =>
  isCommand(event) && !event.shiftKey && event.key.toLowerCase() === 'z'

export const isRedo = (event: KeyCombination) =>
  isCommand(event) && (event.key.toLowerCase() === 'y' || (event.shiftKey && event.key.toLowerCase() === 'z'))

/** Strg+S, or Strg with another key, anywhere on the screen, unless a dialog is open. */
export function useSaveKey(onSave: () => void, key = 's') {
  const save = useEffectEvent(onSave)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isCommand(event) || event.key.toLowerCase() !== key) return
      event.preventDefault()
      if (!document.querySelector('dialog:modal')) save()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [key])
}
