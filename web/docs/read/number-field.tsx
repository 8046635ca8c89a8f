import { type ClipboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '#web/ui/format.ts'
import type { FieldContent } from './answers.ts'
import css from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { explainNumber, formatForEditing, hasTooManyDigits, parseNumber } from './number-text.ts'
import { valueIn } from './progress.ts'
import { useField, useReading } from './reading.ts'

/**
 * While typing, the text stays as typed with the understood number beside it; afterwards it is formatted in
 * German. The stored value always equals the displayed one.
 */
export function NumberField(props: FieldProps) {
  const { field } = props
  const { answers, mode, leadOn } = useReading()
  const view = useField(field.name)
  // The text while the field has the focus, else null.
  const [draft, setDraft] = useState<string | null>(null)
  const [lastTyped, setLastTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const value = valueIn(field, view.typed)
  const left = 'unreadable' in view.typed ? view.typed.unreadable : undefined
  const plain = left ?? (typeof value === 'number' ? formatForEditing(value) : '')

  // A value from elsewhere is shown at once, even while typing.
  const [seen, setSeen] = useState(view.typed)
  if (seen !== view.typed) {
    setSeen(view.typed)
    if (draft !== null && !parsesTo(draft, view.typed)) setDraft(plain)
  }

  const type = (text: string) => {
    setDraft(text)
    setLastTyped(text)
    answers.type(field.name, toFieldContent(text))
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text').trim()
    if (!/[\n\r\t]/.test(pasted)) return
    // The browser would join two cells of a sheet into one number.
    event.preventDefault()
    const cells = pasted.split(/[\n\r\t]/).map((cell) => cell.trim())
    type(cells.filter(Boolean).join(' | '))
  }
  /** Explanation of the typed text. Undefined once the field has another value. */
  const reading = numberIn(lastTyped) === value ? explainNumber(lastTyped) : undefined
  const { other } = reading ?? {}
  return (
    <FieldFrame
      {...props}
      view={view}
      // An incomplete number is no error while typing; one that is too long is.
      problem={
        left !== undefined && (draft === null || hasTooManyDigits(left)) ? numberProblem(left) : undefined
      }
      // After blur the formatted number itself shows how the text was read, unless it is ambiguous.
      hint={draft !== null || other !== undefined ? reading?.text : undefined}
      isTransient={draft !== null}
      action={
        mode === 'fill' && other !== undefined
          ? {
              text: `Ich meine ${formatNumber(other)}`,
              act: () => {
                setDraft(null)
                setLastTyped('')
                answers.type(field.name, { value: other })
                void answers.flush()
                box.current?.focus()
              },
            }
          : undefined
      }
    >
      {(aria) => (
        <input
          {...aria}
          ref={box}
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
            const text = target.value
            // Synchronous, so that the new text can be selected: typing then replaces the number.
            flushSync(() => setDraft(plain))
            if (plain !== text) target.select()
          }}
          onChange={(event) => type(event.target.value)}
          onPaste={paste}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || mode !== 'fill') return
            // Otherwise „Next“ on a phone's keyboard would insert a line break into the next text field.
            event.preventDefault()
            leadOn()
          }}
          onBlur={() => {
            setDraft(null)
            void answers.flush()
          }}
        />
      )}
    </FieldFrame>
  )
}

function toFieldContent(text: string): FieldContent {
  const read = parseNumber(text)
  return 'value' in read ? read : { unreadable: text }
}

function numberIn(text: string) {
  const read = parseNumber(text)
  return 'value' in read ? read.value : undefined
}

const parsesTo = (text: string, typed: FieldContent) =>
  'value' in typed ? numberIn(text) === typed.value : text === typed.unreadable

function numberProblem(text: string): string | undefined {
  const read = parseNumber(text)
  return 'problem' in read ? read.problem : undefined
}
