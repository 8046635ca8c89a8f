/** The one menu of all row and column heads: opens beside the head that was pressed. */

import type { Ref } from 'react'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react'
import floating from '#web/ui/floating.module.css'
import { usePopover } from '#web/ui/use-popover.ts'
import css from './head-menu.module.css'

export type Opened = { title: string; items: { text: string; onPick: () => void }[] }
export type HeadMenuHandle = { open(anchor: HTMLElement, opened: Opened): void }

export function HeadMenu({ ref }: { ref: Ref<HeadMenuHandle> }): ReactNode {
  const { open, setOpen, anchor, panel } = usePopover<HTMLElement>('start')
  const [{ title, items }, setOpened] = useState<Opened>({ title: '', items: [] })

  const openAt = useCallback(
    (at: HTMLElement, opened: Opened) => {
      // oxlint-disable-next-line react/immutability -- a ref: the menu moves from head to head
      anchor.current = at
      setOpened(opened)
      setOpen(true)
    },
    [anchor, setOpen],
  )
  useImperativeHandle(ref, () => ({ open: openAt }), [openAt])

  useEffect(() => {
    const [list, head] = [panel.current, anchor.current]
    if (!open || !list) return undefined
    list.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    return () => {
      if (list.contains(document.activeElement) || document.activeElement === document.body) head?.focus()
    }
  }, [open, panel, anchor])

  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const list = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = list.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab') setOpen(false)
    if (to === undefined) return
    event.preventDefault()
    list.at(to % list.length)?.focus()
  }

  return (
    <div ref={panel} popover="manual" className={`${floating['panel']} ${css['panel']}`}>
      {open && (
        <>
          <p className={css['title']}>{title}</p>
          <div role="menu" aria-label={title} tabIndex={-1} onKeyDown={keys}>
            {items.map(({ text, onPick }) => (
              <button
                key={text}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={css['item']}
                onClick={() => {
                  setOpen(false)
                  anchor.current?.focus()
                  onPick()
                }}
              >
                {text}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  )
}
