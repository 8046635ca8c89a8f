/** A button that opens a short list of actions; arrows, Home, End and first letters move in it. */
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import { Button } from './button.tsx'
import floating from './floating.module.css'
import { CheckIcon, ChevronDownIcon, MoreIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import css from './menu.module.css'
import { usePopover } from './use-popover.ts'

export type MenuItem = {
  text: string
  /** What it means, in a quieter line below. */
  note?: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Makes it one of several of which at most one holds. */
  checked?: boolean
  /** The keys that do the same, as they are printed on the keyboard. */
  keys?: string
  onPick: () => void
}
type Props = {
  label: string
  /** Asked for when it opens: what can be done is decided then. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  icon?: ReactNode
  /** What the button shows instead of only an icon: usually what holds now. */
  text?: string | undefined
  /** How loud a button with a text is. */
  variant?: 'plain' | 'quiet'
  disabled?: boolean
}

export function Menu({ label, items, icon = <MoreIcon />, text, variant = 'quiet', disabled }: Props) {
  const { open, setOpen, anchor, panel } = usePopover<HTMLDivElement>(text === undefined ? 'end' : 'start')
  const id = useId()
  const all = () => [...(panel.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

  useEffect(() => {
    const list = panel.current
    if (!open || !list) return undefined
    const checked = list.querySelector<HTMLElement>('[aria-checked=true]')
    const first = list.querySelector<HTMLElement>('[role^=menuitem]')
    ;(checked ?? first)?.focus()
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

  const opener = {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': id,
    'aria-disabled': disabled || undefined,
    onClick: () => !disabled && setOpen(!open),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || disabled) return
      event.preventDefault()
      setOpen(true)
    },
  } as const
  return (
    <div ref={anchor} className={css['around']} data-variant={variant}>
      {text === undefined ? (
        <IconButton label={label} icon={icon} {...opener} />
      ) : (
        <Button variant={variant} aria-label={`${label}: ${text}`} {...opener}>
          <span className={css['text']}>{text}</span>
          <ChevronDownIcon size={16} />
        </Button>
      )}
      <div ref={panel} popover="manual" id={id} className={`${floating['panel']} ${css['menu']}`}>
        {open && (
          <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={keys}>
            {(typeof items === 'function' ? items() : items).map((item) => (
              <button
                key={item.text}
                type="button"
                role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={item.checked}
                tabIndex={-1}
                aria-disabled={item.disabled || undefined}
                className={`${css['item']} ${item.danger ? css['danger'] : ''}`}
                onClick={() => {
                  if (item.disabled) return
                  setOpen(false)
                  // What the action opens finds the button, and leads back to it.
                  anchor.current?.querySelector('button')?.focus()
                  item.onPick()
                }}
              >
                {item.icon}
                {item.note === undefined ? (
                  item.text
                ) : (
                  <span className={css['told']}>
                    {item.text} <small>{item.note}</small>
                  </span>
                )}
                {item.checked && <CheckIcon size={16} />}
                {item.keys && <kbd className={css['keys']}>{item.keys}</kbd>}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
