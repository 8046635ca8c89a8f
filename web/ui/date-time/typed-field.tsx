// Input whose value is typed, stepped by arrows, or picked in a popover, opened by its button or Alt+arrow.
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import box from '../field/field.module.css'
import { Field, type FieldProps, useField } from '../field/field.tsx'
import { isUndo } from '../keyboard/shortcuts.ts'
import floating from '../popover/floating.module.css'
import { type Popover, usePopover } from '../popover/use-popover.ts'
import type { TypedText, TypedValue } from './typed-value.ts'

export type TypedProps = FieldProps &
  TypedValue & {
    required?: boolean
    disabled?: boolean
    /** Renders neither the picker button nor its popover. In a large table they would be half of the DOM. */
    withoutPicker?: boolean
  }

type Props = Omit<TypedProps, keyof TypedValue> & {
  typed: TypedText
  /** Error for invalid text. */
  wrong: string
  fits: 'short' | 'medium'
  input: RefObject<HTMLInputElement | null>
  /** Extra attributes of the input. */
  typing: Pick<ComponentProps<'input'>, 'inputMode' | 'placeholder' | 'onFocus' | 'tabIndex'>
  onArrow: (direction: 1 | -1) => void
  before?: ReactNode
  after?: ReactNode
  opener: { label: string; icon: ReactNode; tabIndex?: number | undefined }
  /** Content of the popover. */
  children: (close: () => void) => ReactNode
}

export function TypedField(props: Props) {
  const { label, labelHidden, hint, size, fits, name, disabled, typed, input, typing, opener } = props
  const field = useField({ hint, name, error: typed.isInvalid ? props.wrong : props.error })
  const popover = usePopover<HTMLDivElement>('end')
  const { open, setOpen, anchor } = popover
  const dialog = useId()

  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      typed.commit()
      // Selected, to be overwritten.
      event.currentTarget.select()
    }
    // Handled here, since the browser's undo would continue in fields that were left earlier.
    if ((event.key === 'Escape' || isUndo(event)) && typed.revert()) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    // In a table arrows move between rows, and with Ctrl change the value.
    const isOwn = (event.ctrlKey || event.metaKey) === (size === 'small')
    if (!isOwn && !event.altKey) return
    event.preventDefault()
    if (event.altKey) setOpen(true)
    else props.onArrow(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} size={size} fits={fits} field={field}>
      <div ref={anchor} className={box['box']}>
        {props.before}
        <input
          {...field.aria}
          {...typing}
          ref={input}
          name={name}
          type="text"
          autoComplete="off"
          className={box['input']}
          value={typed.text}
          required={props.required}
          disabled={disabled}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.commit}
          onKeyDown={keys}
        />
        {props.after}
        {!props.withoutPicker && (
          <button
            type="button"
            tabIndex={opener.tabIndex}
            className={box['inner']}
            aria-label={opener.label}
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls={dialog}
            disabled={disabled}
            onClick={() => setOpen(!open)}
          >
            {opener.icon}
          </button>
        )}
      </div>
      {!props.withoutPicker && (
        <PopoverDialog popover={popover} id={dialog} label={opener.label} field={input}>
          {props.children(() => setOpen(false))}
        </PopoverDialog>
      )}
    </Field>
  )
}

type PopoverDialogProps = {
  popover: Popover<HTMLElement>
  id: string
  label: string
  /** Gets the focus back if the opener did not have it, since not every browser focuses a pressed button. */
  field: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Popover beside a field: traps Tab; Escape and a choice return the focus. */
function PopoverDialog({ popover: { open, anchor, panel }, id, label, field, children }: PopoverDialogProps) {
  const openedBy = useRef<Element>(null)
  // Read before the content of the popover takes the focus.
  useLayoutEffect(() => {
    if (open) openedBy.current = document.activeElement
  }, [open])
  useEffect(() => {
    const [left, around, own] = [panel.current, anchor.current, field.current]
    if (!open) return undefined
    return () => {
      const at = document.activeElement
      if (at !== document.body && !left?.contains(at)) return
      const opener = around?.contains(openedBy.current) ? openedBy.current : own
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [open, panel, anchor, field])

  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Tab') return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, [tabindex]')].filter(
      (stop) => stop.tabIndex === 0 && stop.checkVisibility(),
    )
    const edge = stops.at(event.shiftKey ? 0 : -1)
    if (document.activeElement !== edge) return
    event.preventDefault()
    stops.at(event.shiftKey ? -1 : 0)?.focus()
  }
  return (
    <div
      ref={panel}
      popover="manual"
      id={id}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      className={floating['panel']}
      onKeyDown={keys}
    >
      {open && children}
    </div>
  )
}
