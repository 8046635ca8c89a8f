// A field whose value is typed, moved by arrows, or chosen in a small dialog that its button and Alt with an arrow
// open.
import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import box from '../field/field.module.css'
import { Field, type FieldProps, useField } from '../field/field.tsx'
import { isUndo } from '../keyboard/undo-keys.ts'
import { PopoverDialog } from '../popover/popover-dialog.tsx'
import { usePopover } from '../popover/use-popover.ts'
import type { TypedText, TypedValue } from './typed-value.ts'

export type TypedProps = FieldProps &
  TypedValue & {
    required?: boolean
    disabled?: boolean
    /** Draws no dialog until somebody is near: of many fields the dialogs would be half of what is drawn. */
    isResting?: boolean
  }

type Props = Omit<TypedProps, keyof TypedValue> & {
  typed: TypedText
  /** The error for text that is no value. */
  wrong: string
  fits: 'short' | 'medium'
  input: RefObject<HTMLInputElement | null>
  /** Attributes of the input. */
  typing: Pick<ComponentProps<'input'>, 'inputMode' | 'placeholder' | 'onFocus' | 'tabIndex'>
  onArrow: (direction: 1 | -1) => void
  before?: ReactNode
  after?: ReactNode
  opener: { label: string; icon: ReactNode; tabIndex?: number | undefined }
  /** The content of the dialog. */
  children: (close: () => void) => ReactNode
}

export function TypedField(props: Props) {
  const { label, labelHidden, hint, size, fits, name, disabled, typed, input, typing, opener } = props
  const field = useField({ hint, name, error: typed.wrong ? props.wrong : props.error })
  const popover = usePopover<HTMLDivElement>('end')
  const { open, setOpen, anchor } = popover
  const dialog = useId()

  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      typed.settle()
      // Typing goes on over it.
      event.currentTarget.select()
    }
    // The browser's own undo would go on in fields that were left long ago.
    if ((event.key === 'Escape' || isUndo(event)) && typed.back()) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    // In a table they lead from row to row, and with Ctrl stay with the value.
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
          onBlur={typed.settle}
          onKeyDown={keys}
        />
        {props.after}
        {!props.isResting && (
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
      {!props.isResting && (
        <PopoverDialog popover={popover} id={dialog} label={opener.label} field={input}>
          {props.children(() => setOpen(false))}
        </PopoverDialog>
      )}
    </Field>
  )
}
