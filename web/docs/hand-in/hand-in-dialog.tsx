// Confirmation before handing in: empty fields, and the signature if required.
import { flushSync } from 'react-dom'
import { textAttribute } from '#contract/document/attributes.ts'
import { type Signature, signaturePad } from '#contract/document/signature.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { isFilled, listFieldsToFill } from '../read/progress.ts'
import { type Reading, useReading, useSaveStatus } from '../read/reading.ts'
import css from './hand-in.module.css'
import { SigningFields, useSigning } from './signing.tsx'
import { emptyFieldsInWords } from './words.ts'

type Props = {
  isSigned: boolean
  onHandIn: (signature: Signature | undefined) => void
  onClose: () => void
}

export function HandInDialog({ isSigned, onHandIn, onClose }: Props) {
  const reading = useReading()
  const { status, unsaved } = useSaveStatus()
  const { drawn, name, fields } = useSigning()
  const toFill = listFieldsToFill(reading)
  const empty = toFill.filter((field) => !isFilled(reading.answers, field)).map((field) => field.name)
  const isLong = empty.length > MAX_EMPTY_NAMES + 1
  // With nothing unsaved, only texts of deleted fields have failed. They do not matter for handing in.
  const isUnclear = status === 'failed' && unsaved > 0
  const signature = drawn ? { strokes: drawn } : name.trim() ? { name } : undefined
  const submit = () => {
    onHandIn(isSigned ? signature : undefined)
    onClose()
  }
  return (
    <FormDialog
      title="Abgeben?"
      size="medium"
      verb="Abgeben"
      isReady={!isUnclear && (!isSigned || signature !== undefined)}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Gets the focus on opening: a focused text field would open the keyboard over the signature. */}
      <p data-autofocus tabIndex={-1} className={css['first']}>
        {emptyFieldsInWords(
          toFill.length,
          empty.length,
          toFill.some(({ required }) => required),
        )}
      </p>
      {empty.length > 0 && (
        <ul className={css['empty']}>
          {(isLong ? empty.slice(0, MAX_EMPTY_NAMES) : empty).map((name) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  // Closed first: a closing dialog restores the focus, and would take it from the field.
                  flushSync(onClose)
                  reading.leadOn(name)
                }}
              >
                {fieldLabelOf(reading.namings, name)}
              </button>
            </li>
          ))}
          {isLong && <li>und {empty.length - MAX_EMPTY_NAMES} weitere</li>}
        </ul>
      )}
      {isUnclear && (
        <Notice tone="warning">
          Eine Angabe ist noch nicht gespeichert. Bitte sehen Sie zuerst nach, was an ihrem Feld steht.
        </Notice>
      )}
      {isSigned && <SigningFields size={signaturePad} fields={fields} />}
    </FormDialog>
  )
}
/** Upper bound of listed names. One more is listed instead of „und 1 weitere“, which would take a line as well. */
const MAX_EMPTY_NAMES = 8

/** The label shown on the page, which may differ from the field's name. */
const fieldLabelOf = (namings: Reading['namings'], name: string) =>
  [...namings].find(([node]) => textAttribute(node, 'name') === name)?.[1].label ?? name
