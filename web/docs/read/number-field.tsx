import { type ClipboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '#web/ui/format.ts'
import type { Typed } from './answers.ts'
import css from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { isTooLong, readingOf, readNumber, typedNumber } from './number-text.ts'
import { valueIn } from './progress.ts'
import { useField, useReading } from './reading.ts'

/**
 * While somebody types, the text stays as typed, with the number that it is read as beside it; afterwards that number
 * is written in the German form. The stored value is always the one shown here.
 */
export function NumberField(props: FieldProps) {
  const { field } = props
  const { answers, mode, leadOn } = useReading()
  const view = useField(field.name)
  // null = nobody is in the field
  const [draft, setDraft] = useState<string | null>(null)
  const [lastTyped, setLastTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const value = valueIn(field, view.typed)
  const left = 'unreadable' in view.typed ? view.typed.unreadable : undefined
  const plain = left ?? (typeof value === 'number' ? typedNumber(value) : '')

  // A value from elsewhere is shown at once, or somebody would go on typing behind an old one.
  const [seen, setSeen] = useState(view.typed)
  if (seen !== view.typed) {
    setSeen(view.typed)
    if (draft !== null && !means(draft, view.typed)) setDraft(plain)
  }

  const type = (text: string) => {
    setDraft(text)
    setLastTyped(text)
    answers.type(field.name, typedAs(text))
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text').trim()
    if (!/[\n\r\t]/.test(pasted)) return
    // The browser would make one number of two cells of a sheet.
    event.preventDefault()
    const cells = pasted.split(/[\n\r\t]/).map((cell) => cell.trim())
    type(cells.filter(Boolean).join(' | '))
  }
  /** Shown while the field holds what was typed last, also after it is left. */
  const reading = valueOf(lastTyped) === value ? readingOf(lastTyped) : undefined
  const { other } = reading ?? {}
  return (
    <FieldFrame
      {...props}
      view={view}
      // Half a number is no mistake yet; one that is too long becomes none.
      problem={left !== undefined && (draft === null || isTooLong(left)) ? problemOf(left) : undefined}
      // After it is left, the field itself shows how it was read.
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
            const shown = target.value
            // At once, and selected as before: whoever tabs into a number and types replaces it.
            flushSync(() => setDraft(plain))
            if (plain !== shown) target.select()
          }}
          onChange={(event) => type(event.target.value)}
          onPaste={paste}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || mode !== 'fill') return
            // The key of a phone's keyboard says so; it is no new line in the text that it leads to.
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

function typedAs(text: string): Typed {
  const read = readNumber(text)
  return 'value' in read ? read : { unreadable: text }
}

function valueOf(text: string) {
  const read = readNumber(text)
  return 'value' in read ? read.value : undefined
}

const means = (text: string, typed: Typed) =>
  'value' in typed ? valueOf(text) === typed.value : text === typed.unreadable

function problemOf(text: string): string | undefined {
  const read = readNumber(text)
  return 'problem' in read ? read.problem : undefined
}
