// The fields of a document. Two of one name share their answer, and are of the type of the first.
import { fieldIn } from '#contract/document/attributes.ts'
import { CONFIRMED, longest } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import { formatNumber } from '#web/ui/format.ts'
import css from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { NumberField } from './number-field.tsx'
import { useReading } from './reading.ts'
import { Unknown } from './unknown.tsx'
import { useAnswers, useField, valueIn } from './use-answers.ts'

export function FieldNode({ node }: { node: Tree }) {
  const { outline, namings, mode } = useReading()
  const field = fieldIn(node)
  if (!field) return <Unknown>Ein Feld dieser Art gibt es nicht.</Unknown>
  if (field.name === '') return <Unknown>Dieses Feld hat noch keinen Namen.</Unknown>
  const { name } = field
  const type = outline.types.get(name) ?? field.type
  const FieldOfType = fieldsByType[type]
  const naming = namings.get(node) ?? { isShown: true, spoken: name }
  return <FieldOfType field={{ name, type }} naming={naming} mode={mode} />
}

const fieldsByType = { text: NumberField, textarea: LongTextField, checkbox: TickField }

/** Confirms something; pressing anywhere on it does. */
function TickField(props: FieldProps) {
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
            onBlur={() => void store.flush()}
          />
          <span>{CONFIRMED}</span>
        </label>
      )}
    </FieldFrame>
  )
}

const TOO_LONG = `Höchstens ${formatNumber(longest.answer)} Zeichen: Bitte kürzen Sie den Text.`

/** Text of several lines; grows with what is written. */
function LongTextField(props: FieldProps) {
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
          // For browsers in which a field does not grow with its text.
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
          onBlur={() => void store.flush()}
        />
      )}
    </FieldFrame>
  )
}
