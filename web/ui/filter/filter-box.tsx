// Search field of a list: debounced by 250 ms, at once on Enter and on clearing.
import { useEffect, useRef, useState } from 'react'
import { maxFilterLength } from '#contract/words/limits.ts'
import { useDebounced } from '../debounce.ts'
import css from '../field/field.module.css'
import { Field, useField } from '../field/field.tsx'
import { CloseIcon, SearchIcon } from '../icon.tsx'

type Props = {
  /** Usually from the address. Does not overwrite pending input. */
  value: string
  onChange: (value: string) => void
  label?: string
  labelHidden?: boolean
  placeholder?: string
  /** Focuses the field when the screen opens. */
  isFirst?: boolean
}

export function FilterBox({
  value,
  onChange,
  label = 'Suchen',
  labelHidden = true,
  placeholder = 'Suchen …',
  isFirst = false,
}: Props) {
  const [text, setText] = useState(value)
  const field = useField({})
  const input = useRef<HTMLInputElement>(null)
  // The last emitted text. If `value` equals it, `value` is only its echo.
  const query = useRef(value)
  const { call, flush, cancel } = useDebounced((text: string) => {
    query.current = text
    onChange(text)
  }, 250)
  useEffect(() => {
    if (value === query.current) return
    // Changed from outside, e.g. by „back“ or a reset.
    query.current = value
    cancel()
    setText(value)
  }, [value, cancel])

  useEffect(() => {
    if (!isFirst) return
    input.current?.focus()
    // Selects the text, so that typing replaces an earlier search.
    input.current?.select()
  }, [isFirst])

  const search = (text: string) => {
    setText(text)
    call(text)
  }
  const searchNow = (text: string) => {
    search(text)
    flush()
  }
  return (
    <search>
      <Field label={label} labelHidden={labelHidden} field={field}>
        <div className={css['box']}>
          <span className={css['leading']}>
            <SearchIcon size={18} />
          </span>
          <input
            {...field.aria}
            ref={input}
            data-autofocus={isFirst ? '' : undefined}
            type="text"
            dir="auto"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            className={css['input']}
            maxLength={maxFilterLength}
            value={text}
            onChange={(event) => search(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                // Does not submit a surrounding form.
                event.preventDefault()
                searchNow(text)
              } else if (event.key === 'Escape' && text) {
                event.preventDefault()
                searchNow('')
              }
            }}
          />
          {text && (
            <button
              type="button"
              className={css['inner']}
              aria-label="Suche leeren"
              onClick={() => {
                searchNow('')
                input.current?.focus()
              }}
            >
              <CloseIcon size={16} />
            </button>
          )}
        </div>
      </Field>
    </search>
  )
}
