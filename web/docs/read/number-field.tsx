import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '#web/ui/format.ts'
import type { Typed } from './answers-store.ts'
import css from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { doubtAbout, isTooLong, readNumber, typedNumber } from './number-text.ts'
import { useAnswers, useField, valueIn } from './use-answers.ts'

/** While it is typed a number stays as it is typed; left, it is written as a German one. */
export function NumberField(props: FieldProps) {
  const { field, mode } = props
  const store = useAnswers()
  const view = useField(field.name)
  // null = nobody is typing
  const [draft, setDraft] = useState<string | null>(null)
  const [lastTyped, setLastTyped] = useState('')
  const value = valueIn(field, view.typed)
  const left = 'unreadable' in view.typed ? view.typed.unreadable : undefined

  const type = (text: string) => {
    setDraft(text)
    setLastTyped(text)
    store.type(field.name, typedAs(text))
  }
  return (
    <FieldFrame
      {...props}
      view={view}
      // Half a number is no mistake yet; one that is too long becomes none.
      problem={left !== undefined && (draft === null || isTooLong(left)) ? problemOf(left) : undefined}
      // Also after the field is left: it holds as long as the field does what was typed.
      hint={valueOf(lastTyped) === value ? doubtAbout(lastTyped) : undefined}
    >
      {(aria) => (
        <input
          {...aria}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          className={`${css['box']} ${css['number']}`}
          value={draft ?? left ?? (typeof value === 'number' ? formatNumber(value) : '')}
          disabled={mode === 'off'}
          readOnly={mode === 'show'}
          onFocus={({ target }) => {
            if (mode !== 'fill') return
            const shown = target.value
            const text = left ?? (typeof value === 'number' ? typedNumber(value) : '')
            // At once, and selected as before: whoever tabs into a number and types replaces it.
            flushSync(() => setDraft(text))
            if (text !== shown) target.select()
          }}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            setDraft(null)
            void store.leave()
          }}
        />
      )}
    </FieldFrame>
  )
}

function typedAs(text: string): Typed {
  const read = readNumber(text)
  return 'value' in read ? read : { unreadable: text }
}

function valueOf(text: string) {
  const read = readNumber(text)
  return 'value' in read ? read.value : undefined
}

function problemOf(text: string): string | undefined {
  const read = readNumber(text)
  return 'problem' in read ? read.problem : undefined
}
