// Fields of a document. Fields of one name share their answer and the type of the first.
import { lazy, type ReactNode, Suspense } from 'react'
import { parseField } from '#contract/document/attributes.ts'
import { CHECKED_VALUE, fieldLimits } from '#contract/document/fields.ts'
import { isPicture } from '#contract/document/in-words.ts'
import type { Tree } from '#contract/document/tree.ts'
import { formatNumber } from '#web/ui/format.ts'
import { FormerPicture } from '../pictures/answer-picture.tsx'
import { ContentWarning } from './elements.tsx'
import css from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { NumberField } from './number-field.tsx'
import { valueIn } from './progress.ts'
import { useField, useReading } from './reading.ts'

/** `sentence`: the label of a checkbox on its own line. */
export function FieldNode({ node, sentence }: { node: Tree; sentence?: ReactNode }) {
  const { outline, namings } = useReading()
  const field = parseField(node)
  if (!field) return <ContentWarning>Ein Feld dieser Art gibt es nicht.</ContentWarning>
  if (field.name === '') return <ContentWarning>Dieses Feld hat noch keinen Namen.</ContentWarning>
  const { name } = field
  const first = outline.byName.get(name) ?? field
  const naming = namings.get(node) ?? { isShown: true, label: name, accessibleName: name }
  const props = { field: first, naming }
  switch (first.type) {
    case 'checkbox':
      return <TickField {...props} sentence={sentence} />
    case 'text':
      return <NumberField {...props} />
    case 'textarea':
      return <LongTextField {...props} />
    default:
      return <PickerField {...props} />
  }
}

// Loaded on demand: most processes do not need these 10 KB of pickers.
const PickerInput = lazy(async () => ({ default: (await import('./picker-input.tsx')).PickerInput }))

function PickerField(props: FieldProps) {
  const { field, naming } = props
  const { answers, mode } = useReading()
  const view = useField(field.name)
  // All but choices show their label themselves.
  const isGroup = field.options !== undefined
  return (
    <FieldFrame {...props} naming={{ ...naming, isShown: isGroup && naming.isShown }} view={view}>
      {(aria) => (
        <Suspense fallback={<span className={css['coming']} />}>
          <PickerInput
            field={field}
            view={view}
            value={String(valueIn(field, view.typed) ?? '')}
            invalidText={'unreadable' in view.typed ? view.typed.unreadable : undefined}
            disabled={mode !== 'fill'}
            onChange={(value) => {
              answers.type(field.name, { value })
              void answers.flush()
            }}
            onInvalidText={(unreadable) => answers.type(field.name, { unreadable })}
            aria={aria}
            isNamed={naming.isShown}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}

/** A checkbox whose sentence is its label, clickable as a whole. In a table, other cells are the label. */
function TickField({ sentence, ...props }: FieldProps & { sentence: ReactNode }) {
  const { field, naming } = props
  const { answers, mode, afterTick } = useReading()
  const view = useField(field.name)
  const isNamed = naming.isShown || sentence !== undefined
  return (
    <FieldFrame {...props} naming={{ ...naming, isShown: false }} view={view} isLine={isNamed}>
      {({ 'aria-label': spoken, ...aria }) => (
        <label className={css['tick']}>
          <input
            {...aria}
            aria-label={isNamed ? undefined : `${spoken}: ${CHECKED_VALUE}`}
            type="checkbox"
            checked={valueIn(field, view.typed) === CHECKED_VALUE}
            disabled={mode !== 'fill'}
            onChange={({ target: { checked } }) => {
              answers.type(field.name, { value: checked ? CHECKED_VALUE : null })
              if (checked) afterTick(field.name)
            }}
            onBlur={() => void answers.flush()}
          />
          <span className={css['sentence']}>
            {naming.isShown && field.name}
            {isNamed ? sentence : CHECKED_VALUE}
            {field.required && <span className="only-read"> (Pflichtfeld)</span>}
          </span>
        </label>
      )}
    </FieldFrame>
  )
}

const TEXT_TOO_LONG_SENTENCE = `Höchstens ${formatNumber(fieldLimits.answer)} Zeichen: Bitte kürzen Sie den Text.`

/** Multi-line text that grows. */
function LongTextField(props: FieldProps) {
  const { field } = props
  const { answers, mode } = useReading()
  const view = useField(field.name)
  const tooLong = 'unreadable' in view.typed ? view.typed.unreadable : undefined
  const text = tooLong ?? String(valueIn(field, view.typed) ?? '')
  return (
    <FieldFrame {...props} view={view} problem={tooLong === undefined ? undefined : TEXT_TOO_LONG_SENTENCE}>
      {(aria) => (
        <>
          {isPicture(text) && <FormerPicture value={text} name={field.name} canReplace={mode === 'fill'} />}
          <textarea
            {...aria}
            // For browsers without `field-sizing`.
            rows={Math.min(Math.max(2, text.split('\n').length), 20)}
            className={`${css['box']} ${css['long']}`}
            value={isPicture(text) ? '' : text}
            disabled={mode === 'off'}
            readOnly={mode === 'show'}
            onChange={({ target: { value } }) =>
              answers.type(
                field.name,
                value.length > fieldLimits.answer ? { unreadable: value } : { value: value || null },
              )
            }
            onBlur={() => void answers.flush()}
          />
        </>
      )}
    </FieldFrame>
  )
}
