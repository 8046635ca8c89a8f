import { CONFIRMED } from '#contract/document/fields.ts'
import css from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useAnswers, useField, valueIn } from './use-answers.ts'

/** Confirms something; the whole of it can be pressed. */
export function TickField(props: FieldProps) {
  const { field, naming, mode } = props
  const store = useAnswers()
  const view = useField(field.name)
  return (
    <FieldFrame {...props} view={view}>
      {(aria) => (
        <label className={css['tick']}>
          <input
            {...aria}
            aria-label={`${naming.spoken}: ${CONFIRMED}`}
            type="checkbox"
            checked={valueIn(field, view.typed) === CONFIRMED}
            disabled={mode !== 'fill'}
            onChange={(event) => store.type(field.name, { value: event.target.checked ? CONFIRMED : null })}
            onBlur={() => void store.leave()}
          />
          <span>{CONFIRMED}</span>
        </label>
      )}
    </FieldFrame>
  )
}
