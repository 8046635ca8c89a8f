/** A button that opens a short list of actions; arrows, Home, End and first letters move in it. */
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import floating from './floating.module.css'
import { MoreIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import css from './menu.module.css'
import { usePopover } from './use-popover.ts'

export type MenuItem = {
  text: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onPick: () => void
}
type Props = { label: string; items: readonly MenuItem[]; icon?: ReactNode }

export function Menu({ label, items, icon = <MoreIcon /> }: Props) {
  const { open, setOpen, anchor, panel } = usePopover<HTMLDivElement>('end')
  const id = useId()
  const all = () => [...(panel.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  useEffect(() => {
    const list = panel.current
    if (!open || !list) return undefined
    list.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const button = anchor.current?.querySelector('button')
    // Back to the button, unless the chosen action has moved the focus itself.
    return () => {
      if (list.contains(document.activeElement) || document.activeElement === document.body) button?.focus()
    }
  }, [open, panel, anchor])

  const keys = (event: KeyboardEvent) => {
    const list = all()
    const at = list.findIndex((item) => item === document.activeElement)
    const go = (to: number) => {
      event.preventDefault()
      list[(to + list.length) % list.length]?.focus()
    }
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(list.length - 1)
    else if (event.key === 'Tab') setOpen(false)
    else if (/^\p{L}$/u.test(event.key)) {
      const from = [...list.slice(at + 1), ...list.slice(0, at + 1)]
      from.find((item) => item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus()
    }
  }

  return (
    <div ref={anchor} className={css['around']}>
      <IconButton
        label={label}
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      <div ref={panel} popover="manual" id={id} className={`${floating['panel']} ${css['menu']}`}>
        {open && (
          <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={keys}>
            {items.map((item) => (
              <button
                key={item.text}
                type="button"
                role="menuitem"
                tabIndex={-1}
                aria-disabled={item.disabled || undefined}
                className={`${css['item']} ${item.danger ? css['danger'] : ''}`}
                onClick={() => {
                  if (item.disabled) return
                  setOpen(false)
                  item.onPick()
                }}
              >
                {item.icon}
                {item.text}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
