import { type Ref, useCallback, useEffect, useId, useImperativeHandle, useState } from 'react'
import { type MenuItem, MenuPanel } from './menu.tsx'
import { usePopover } from './popover/use-popover.ts'

export type MenuHandle = {
  openAt(opener: HTMLElement, menu: { title: string; items: readonly MenuItem[] }): void
}

/** One menu for many openers, which say `aria-haspopup="menu"` themselves. Its title tells whose it is. */
export function SharedMenu({ ref }: { ref: Ref<MenuHandle> }) {
  const popover = usePopover<HTMLElement>('start')
  const { open, setOpen, anchor, moveTo } = popover
  const [{ title, items }, setMenu] = useState<Parameters<MenuHandle['openAt']>[1]>({ title: '', items: [] })
  const id = useId()
  const openAt = useCallback<MenuHandle['openAt']>(
    (opener, menu) => {
      moveTo(opener)
      setMenu(menu)
      setOpen(true)
    },
    [moveTo, setOpen],
  )
  useImperativeHandle(ref, () => ({ openAt }), [openAt])
  useEffect(() => {
    const opener = anchor.current
    if (!open || !opener) return undefined
    opener.setAttribute('aria-expanded', 'true')
    opener.setAttribute('aria-controls', id)
    return () => {
      opener.removeAttribute('aria-expanded')
      opener.removeAttribute('aria-controls')
    }
  }, [open, anchor, id])
  return <MenuPanel popover={popover} id={id} label={title} titled items={items} />
}
