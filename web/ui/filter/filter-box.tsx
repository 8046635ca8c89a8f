// A search field for a list: asks 250 ms after the last letter, at once on Enter and on clearing.
import { useEffect, useRef, useState } from 'react'
import { longestFilter } from '#contract/words/limits.ts'
import { debounce } from '../debounce.ts'
import css from '../field/field.module.css'
import { Field, useField } from '../field/field.tsx'
import { CloseIcon, SearchIcon } from '../icon.tsx'
import { useLatest } from '../use-latest.ts'

type Props = {
  /** Usually the filter of the address; typed letters that still wait are never lost to it. */
  value: string
  onChange: (value: string) => void
  label?: string
  labelHidden?: boolean
  placeholder?: string
  size?: 'normal' | 'small'
  /** What the screen is for: the keyboard begins here. */
  isFirst?: boolean
}

export function FilterBox({
  value,
  onChange,
  label = 'Suchen',
  labelHidden = true,
  placeholder = 'Suchen …',
  size,
  isFirst = false,
}: Props) {
  const [text, setText] = useState(value)
  const field = useField({})
  const input = useRef<HTMLInputElement>(null)
  const latest = useLatest(onChange)
  // What was asked for last: when the address comes back with it, it is our own echo.
  const asked = useRef(value)
  const [wait] = useState(() => debounce((act: () => void) => act(), 250))
  useEffect(() => wait.cancel, [wait])
  useEffect(() => {
    if (value === asked.current) return
    // Somebody else has changed it: the back button, a reset.
    asked.current = value
    wait.cancel()
    setText(value)
  }, [value, wait, asked])

  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])

  const ask = (text: string) => {
    setText(text)
    wait.call(() => {
      asked.current = text
      latest.current(text)
    })
  }
  const now = (text: string) => {
    ask(text)
    wait.flush()
  }
  return (
    <search>
      <Field label={label} labelHidden={labelHidden} size={size} field={field}>
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
            maxLength={longestFilter}
            value={text}
            onChange={(event) => ask(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                // It asks, and does not send the form that it may stand in.
                event.preventDefault()
                now(text)
              } else if (event.key === 'Escape' && text) {
                event.preventDefault()
                now('')
              }
            }}
          />
          {text && (
            <button
              type="button"
              className={css['inner']}
              aria-label="Suche leeren"
              onClick={() => {
                now('')
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
