// Link to the search. It opens a screen on phones, and a dialog over the present screen on desktops and by keyboard.
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { SearchIcon } from '#web/ui/icon.tsx'
import { isSmallWindow } from '#web/ui/media.ts'
import { FindDialog } from './find.tsx'
import type { FindSearch } from './search.ts'

export function FindLink({ className }: { className: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  // State outside of the dialog, so that opening the search again shows the last hits.
  const [search, setSearch] = useState<FindSearch>({ filter: '' })
  useFindKeys(() => setIsOpen(true))
  const close = () => {
    setIsOpen(false)
    if (search.filter === '') setSearch({ filter: '' })
  }
  return (
    <>
      <Link
        to="/find"
        search={{ filter: '' }}
        className={className}
        onClick={(event) => {
          if (isSmallWindow() || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <SearchIcon />
        <span>Suche</span>
        <kbd aria-hidden="true">Strg+K</kbd>
      </Link>
      {isOpen && <FindDialog search={search} onSearch={setSearch} onClose={close} />}
    </>
  )
}

/** Shortcuts of the search: Ctrl+K or Cmd+K, and '/' outside of text fields. Ignored while a dialog is open. */
function useFindKeys(onFind: () => void) {
  const find = useEffectEvent(onFind)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
      if (!(isCtrlK || isSlash) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      // On the search screen the shortcut focuses the field instead of opening the dialog.
      const field = document.querySelector<HTMLElement>('main [data-autofocus][inputmode="search"]')
      if (field && location.pathname.endsWith('/find')) field.focus()
      else find()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=grid] *'))
