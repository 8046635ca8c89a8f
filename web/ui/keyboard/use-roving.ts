// Many items, one stop of the Tab key: arrows, Home, End and the letters of a name move the focus among them, and Tab
// comes back to where it was. Menus, tool bars and the grids of hours and minutes move by it.
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { nextByLetters, type Pressed } from './arrows.ts'

type Options = {
  /** In the order in which they stand; what is not drawn is not among them. */
  items: (container: HTMLElement) => HTMLElement[]
  /** To which of `count` items a key leads from the one at `at`: how they lie. */
  next: (pressed: Pressed, at: number, count: number) => number | undefined
  /** Typed letters lead to the item whose text begins with them. */
  byLetters?: boolean
  /** The stop of Tab before anybody has been there; else the first one. */
  start?: string
}

/** Letters that follow each other so quickly belong together. */
const TOGETHER = 700 // ms

export function useRoving(container: RefObject<HTMLElement | null>, options: Options) {
  const { items, next, byLetters = false, start } = options
  const typed = useRef({ letters: '', at: 0 })
  const all = () => (container.current ? items(container.current) : [])

  // The items do not know which of them is the stop: it is kept in the DOM alone.
  const stopAt = (wanted?: Element | null) => {
    const list = all()
    const stop =
      list.find((item) => item === wanted) ??
      list.find(({ tabIndex }) => tabIndex === 0) ??
      (start === undefined ? undefined : list.find((item) => item.matches(start))) ??
      list[0]
    for (const item of list) item.tabIndex = item === stop ? 0 : -1
  }
  useLayoutEffect(() => stopAt())

  const lettersOf = (key: string) => {
    const now = Date.now()
    const { letters, at } = typed.current
    typed.current = { letters: now - at < TOGETHER ? letters + key : key, at: now }
    return typed.current.letters
  }
  const lead = (event: KeyboardEvent, list: readonly HTMLElement[]) => {
    const at = list.findIndex((item) => item === document.activeElement)
    if (byLetters && /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      return nextByLetters(
        lettersOf(event.key.toLocaleLowerCase('de')),
        at,
        list.map(({ textContent }) => textContent ?? ''),
      )
    return next(event, at, list.length)
  }

  return {
    onFocus: ({ target }: FocusEvent) => stopAt(target),
    onKeyDown: (event: KeyboardEvent) => {
      const list = all()
      // A menu that has opened inside of an item moves its focus itself.
      if (!list.includes(event.target as HTMLElement)) return
      const to = lead(event, list)
      if (to === undefined) return
      event.preventDefault()
      list[to]?.focus()
    },
  }
}
