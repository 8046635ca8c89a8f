// Menus: a button with a menu of its own, and one menu that many buttons share.
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { CheckIcon, ChevronDownIcon, MoreIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { nextVertical, useRoving } from './keyboard/arrows.ts'
import css from './menu.module.css'
import floating from './popover/floating.module.css'
import { type Popover, usePopover } from './popover/use-popover.ts'

export type MenuItem = {
  text: string
  /** Description below the label. */
  note?: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Makes it a radio item; with `stays` or `sign`, a checkbox item. */
  checked?: boolean
  /** Stays open after a choice. */
  stays?: boolean
  /** Shown instead of the text; adjacent ones share a line. */
  sign?: string
  /** Shortcut, as printed on the keyboard. */
  keys?: string
  onPick: () => void
}
type Props = {
  label: string
  /** A function is evaluated on opening. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  icon?: ReactNode
  /** Label instead of an icon, usually the present value. */
  text?: string | undefined
  /** Variant of a labelled button. */
  variant?: 'plain' | 'quiet'
  disabled?: boolean
}

export function Menu({ label, items, icon = <MoreIcon />, text, variant = 'quiet', disabled }: Props) {
  const popover = usePopover<HTMLDivElement>(text === undefined ? 'end' : 'start')
  const { open, setOpen, anchor } = popover
  const [begin, setBegin] = useState<InitialFocus>('first')
  const id = useId()
  const openAt = (begin: InitialFocus) => {
    setBegin(begin)
    setOpen(true)
  }

  const opener = {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': id,
    'aria-disabled': disabled || undefined,
    onClick: () => !disabled && (open ? setOpen(false) : openAt('first')),
    onKeyDown: (event: KeyboardEvent) => {
      if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || disabled) return
      event.preventDefault()
      openAt(event.key === 'ArrowDown' ? 'first' : 'last')
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
      <MenuPanel popover={popover} id={id} label={label} items={items} begin={begin} />
    </div>
  )
}

export type MenuHandle = {
  /** A second press on the opener closes it. */
  openAt(opener: HTMLElement, menu: { title: string; items: readonly MenuItem[] }): void
}

/** One menu for many buttons, which carry `aria-haspopup="menu"` themselves. Its title names the record. */
export function SharedMenu({ ref }: { ref: Ref<MenuHandle> }) {
  const popover = usePopover<HTMLElement>('start')
  const { open, setOpen, anchor } = popover
  const [{ title, items }, setMenu] = useState<Parameters<MenuHandle['openAt']>[1]>({ title: '', items: [] })
  const id = useId()
  useImperativeHandle(
    ref,
    () => ({
      openAt(opener, menu) {
        const isSecondPress = open && anchor.current === opener
        anchor.current = opener
        setMenu(menu)
        setOpen(!isSecondPress)
      },
    }),
    [anchor, open, setOpen],
  )
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

/** Initially focused item, unless one is checked. */
type InitialFocus = 'first' | 'last'

type MenuPanelProps = Pick<Props, 'label' | 'items'> & {
  popover: Popover<HTMLElement>
  id: string
  titled?: boolean
  begin?: InitialFocus
}

export function MenuPanel({
  popover: { open, setOpen, anchor, panel },
  id,
  label,
  titled,
  items,
  begin,
}: MenuPanelProps) {
  const opener = () =>
    anchor.current?.matches('button') ? anchor.current : anchor.current?.querySelector('button')
  return (
    <div ref={panel} popover="manual" className={`${floating['panel']} ${css['menu']}`}>
      {open && titled && (
        <p className={css['title']} dir="auto">
          {label}
        </p>
      )}
      {open && (
        <MenuItemList
          id={id}
          label={label}
          items={typeof items === 'function' ? items() : items}
          begin={begin ?? 'first'}
          onClose={() => setOpen(false)}
          onLeave={() => opener()?.focus()}
        />
      )}
    </div>
  )
}

type MenuItemListProps = {
  id: string
  label: string
  items: readonly MenuItem[]
  begin: InitialFocus
  onClose: () => void
  /** Restores the focus. */
  onLeave: () => void
}

function MenuItemList({ id, label, items, begin, onClose, onLeave }: MenuItemListProps) {
  const list = useRef<HTMLDivElement>(null)
  const roving = useRoving(list, { items: itemsIn, next: nextVertical, byLetters: true })
  const giveBack = useEffectEvent(onLeave)

  useEffect(() => {
    const menu = list.current
    if (!menu) return undefined
    const checked = menu.querySelector<HTMLElement>('[aria-checked=true]')
    ;(checked ?? itemsIn(menu).at(begin === 'first' ? 0 : -1))?.focus()
    // Restores the focus, unless the picked action has moved it.
    return () => {
      if (menu.contains(document.activeElement) || document.activeElement === document.body) giveBack()
    }
  }, [begin])

  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onFocus={roving.onFocus}
      onKeyDown={(event) => (event.key === 'Tab' ? onClose() : roving.onKeyDown(event))}
    >
      {items.map((item) => (
        <button
          key={item.text}
          type="button"
          aria-label={item.sign && item.text}
          data-sign={item.sign && ''}
          role={
            item.checked === undefined
              ? 'menuitem'
              : (item.stays ?? item.sign)
                ? 'menuitemcheckbox'
                : 'menuitemradio'
          }
          aria-checked={item.checked}
          aria-disabled={item.disabled || undefined}
          className={`${css['item']} ${item.danger ? css['danger'] : ''}`}
          onClick={() => {
            if (item.disabled) return
            if (!item.stays) {
              onClose()
              // First, so that a dialog opened by the action returns the focus to the opener.
              onLeave()
            }
            item.onPick()
          }}
        >
          {item.icon}
          {item.note === undefined ? (
            (item.sign ?? item.text)
          ) : (
            <span className={css['withNote']}>
              {item.text} <small>{item.note}</small>
            </span>
          )}
          {item.checked && !item.sign && <CheckIcon size={16} />}
          {item.keys && <kbd className={css['keys']}>{item.keys}</kbd>}
        </button>
      ))}
    </div>
  )
}

const itemsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role^=menuitem]')]
