/** An answer that is to be seen: a photo, or a signature; what is neither is a text. */
import { photoIn } from '#contract/document/photos.ts'
import { signatureIn } from '#contract/document/signature.ts'
import { SignatureView } from '../hand-in/signature-view.tsx'
import { PhotoButton } from './photo-button.tsx'

type Props = { type: 'photo' | 'signature'; value: string; name: string }

export function AnswerPicture({ type, value, name }: Props) {
  if (type === 'photo' && photoIn(value) !== undefined) return <PhotoButton path={value} name={name} />
  const strokes = type === 'signature' ? signatureIn(value)?.strokes : undefined
  return <SignatureView {...(strokes && { strokes })} name={value} label={`Unterschrift „${name}“`} />
}
