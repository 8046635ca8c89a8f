// Autocomplete: the caller searches, this component shows hits and handles keys.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { maxFilterLength } from '#contract/words/limits.ts'
import { errorSentence } from '#web/api.ts'
import { useDebounced } from '../debounce.ts'
import { SearchIcon } from '../icon.tsx'
import { nextVertical } from '../keyboard/arrows.ts'
import floating from '../popover/floating.module.css'
import { usePopover } from '../popover/use-popover.ts'
import { Spinner } from '../spinner.tsx'
import css from './combobox.module.css'
import box from './field.module.css'
import { Field, type FieldProps, useField } from './field.tsx'

type Props<T> = FieldProps & {
  /** Receives trimmed text, debounced by 250 ms. */
  onSearch: (text: string) => void
  items: readonly T[]
  itemKey: (item: T) => string | number
  itemText: (item: T) => string
  /** Icon before the text. */
  itemStart?: (item: T) => ReactNode
  /** Secondary line. */
  itemNote?: (item: T) => ReactNode
  loading?: boolean
  /** Failure of the search, shown without hits. */
  problem?: Error | null
  /** Not all hits are shown. */
  more?: boolean
  /** For example to prefetch. */
  onFocus?: () => void
  /** The field is cleared before the call. */
  onPick: (item: T) => void
  placeholder?: string
}

/** Movement in px below which a touch is a tap. */
const TAP_PX = 10

export function Combobox<T>(props: Props<T>) {
  const { label, labelHidden, hint, error, size, name, onSearch, items, itemKey, itemText, onPick } = props
  const field = useField({ hint, error, name })
  const { open, setOpen, anchor, panel } = usePopover<HTMLDivElement>('start', { asWide: true })
  const [text, setText] = useState('')
  // The search for the current text has been requested.
  const [settled, setSettled] = useState(true)
  const [at, setAt] = useState(0)
  const list = useId()
  // The item of pointerdown. Hits that arrive during a press move the list, so the release may be over another item.
  // The pressed one is picked, unless the pointer has moved.
  const pressed = useRef<{ item: T; x: number; y: number }>(undefined)
  const search = useDebounced((text: string) => {
    onSearch(text.trim())
    setSettled(true)
  }, 250)

  const loading = props.loading || !settled
  const active = open && !loading ? items[Math.min(at, items.length - 1)] : undefined
  const optionId = (item: T) => `${list}-${itemKey(item)}`

  const show = () => setOpen(true)
  const type = (text: string) => {
    setText(text)
    setAt(0)
    setSettled(false)
    search.call(text)
    show()
  }
  const pick = (item: T) => {
    search.cancel()
    setSettled(true)
    setText('')
    onSearch('')
    setAt(0)
    setOpen(false)
    onPick(item)
  }
  const release = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    if (pressed.current === undefined) return
    const { item, x, y } = pressed.current
    pressed.current = undefined
    if (Math.hypot(clientX - x, clientY - y) < TAP_PX) pick(item)
  }
  const move = (to: number | undefined) => {
    if (to === undefined) return
    setAt(to)
    panel.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey) setOpen(event.key === 'ArrowDown')
      else if (open) move(nextVertical(event, at, items.length))
      else {
        show()
        setAt(event.key === 'ArrowDown' ? 0 : Math.max(items.length - 1, 0))
      }
    } else if (event.key === 'Escape' && text !== '') {
      // Reached only with a closed list, since an open popover handles Escape. Keeps a surrounding dialog open.
      event.preventDefault()
      event.stopPropagation()
      type('')
      setOpen(false)
    } else if (event.key === 'Enter' && open) {
      // Searches at once, or picks the active hit, instead of submitting the form.
      event.preventDefault()
      if (search.waiting()) search.flush()
      else if (active !== undefined) pick(active)
    } else if (event.key === 'Tab') setOpen(false)
  }
  const status = loading
    ? 'Lade …'
    : props.more
      ? 'Weitere Treffer: bitte genauer suchen'
      : items.length > 0
        ? ''
        : props.problem
          ? errorSentence(props.problem)
          : 'Keine Treffer'
  const spoken = !open ? '' : status || (items.length === 1 ? '1 Treffer' : `${items.length} Treffer`)

  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} field={field}>
      <div ref={anchor} className={box['box']}>
        <span className={box['leading']}>
          <SearchIcon size={18} />
        </span>
        <input
          {...field.aria}
          type="text"
          name={name}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={list}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          placeholder={props.placeholder}
          className={box['input']}
          maxLength={maxFilterLength}
          value={text}
          onChange={(event) => type(event.target.value)}
          onFocus={props.onFocus}
          onClick={show}
          onKeyDown={keys}
        />
        {open && loading && (
          <span className={css['waiting']}>
            <Spinner />
          </span>
        )}
      </div>
      <p role="status" className="only-read">
        {spoken}
      </p>
      <div ref={panel} popover="manual" className={`${floating['panel']} ${css['panel']}`}>
        <div
          role="listbox"
          id={list}
          aria-label={label}
          aria-busy={loading}
          className={css['list']}
          onPointerDownCapture={() => {
            pressed.current = undefined
          }}
          // Mouse: picks on pointerup, since there is no click if the pressed item is gone. Touch: picks on the
          // click, which comes later and could otherwise hit what is below the closed list.
          onPointerUp={(event) => event.pointerType === 'mouse' && event.button === 0 && release(event)}
          onClick={(event) => event.target === event.currentTarget && release(event)}
        >
          {open &&
            items.map((item) => (
              <div
                key={itemKey(item)}
                id={optionId(item)}
                role="option"
                aria-selected={item === active}
                className={`${floating['option']} ${css['option']}`}
                // Keeps the focus in the input.
                onPointerDown={(event) => {
                  event.preventDefault()
                  pressed.current = { item, x: event.clientX, y: event.clientY }
                  // The list receives the pointerup, even if it has moved meanwhile.
                  event.currentTarget.parentElement?.setPointerCapture(event.pointerId)
                }}
                onClick={() => pick(item)}
              >
                {props.itemStart && <span className={css['start']}>{props.itemStart(item)}</span>}
                <span dir="auto">{itemText(item)}</span>
                {props.itemNote && <span className="quiet">{props.itemNote(item)}</span>}
              </div>
            ))}
        </div>
        {open && status && <p className={css['status']}>{status}</p>}
      </div>
    </Field>
  )
}
