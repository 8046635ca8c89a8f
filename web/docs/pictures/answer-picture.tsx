// Renders an answer: photo, signature or text.
import type { AnswerValue } from '#contract/document/fields.ts'
import { formatAnswer, isPicture } from '#contract/document/in-words.ts'
import { parsePhotoId } from '#contract/document/photos.ts'
import { parseSignature } from '#contract/document/signature.ts'
import { formatNumber } from '#web/ui/format.ts'
import { SignatureView } from '../hand-in/signature-view.tsx'
import { PhotoButton } from './photo-button.tsx'
import css from './pictures.module.css'

type Props = { value: string; name: string }

/** A photo or a signature: the format of the value tells which. */
export function AnswerPicture({ value, name }: Props) {
  if (parsePhotoId(value) !== undefined) return <PhotoButton path={value} name={name} />
  const strokes = parseSignature(value)?.strokes
  return <SignatureView {...(strokes && { strokes })} name={value} label={`Unterschrift „${name}“`} />
}

/** Answer to a deleted field, whose type is no longer known: the format of the value tells how to render it. */
export function FormerAnswer({ value, name }: { value: AnswerValue; name: string }) {
  if (typeof value === 'number') return formatNumber(value).replace('-', '−')
  if (isPicture(value)) return <AnswerPicture value={value} name={name} />
  return formatAnswer('date', formatAnswer('choices', value ?? ''))
}

type FormerPictureProps = { value: string; name: string; canReplace: boolean }

/** A picture that was entered before the field became a text field. */
export const FormerPicture = ({ value, name, canReplace }: FormerPictureProps) => (
  <span className={`${css['input']} ${css['former']}`}>
    <AnswerPicture value={value} name={name} />
    <span className="quiet">
      {formatAnswer('textarea', value)}
      {canReplace && ': Was Sie hier schreiben, ersetzt es.'}
    </span>
  </span>
)
