import { longest } from '#contract/document/fields.ts'
import { formatNumber } from '#web/ui/format.ts'
import css from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useAnswers, useField, valueIn } from './use-answers.ts'

const TOO_LONG = `Höchstens ${formatNumber(longest.answer)} Zeichen: Bitte kürzen Sie den Text.`

/** Text of several lines; grows with what is written. */
export function LongTextField(props: FieldProps) {
  const { field, mode } = props
  const store = useAnswers()
  const view = useField(field.name)
  const tooLong = 'unreadable' in view.typed ? view.typed.unreadable : undefined
  const text = tooLong ?? String(valueIn(field, view.typed) ?? '')
  return (
    <FieldFrame {...props} view={view} problem={tooLong === undefined ? undefined : TOO_LONG}>
      {(aria) => (
        <textarea
          {...aria}
          // Where a field cannot measure its text, its lines are counted.
          rows={Math.min(Math.max(2, text.split('\n').length), 20)}
          className={`${css['box']} ${css['long']}`}
          value={text}
          disabled={mode === 'off'}
          readOnly={mode === 'show'}
          onChange={({ target: { value } }) =>
            store.type(
              field.name,
              value.length > longest.answer ? { unreadable: value } : { value: value || null },
            )
          }
          onBlur={() => void store.leave()}
        />
      )}
    </FieldFrame>
  )
}
