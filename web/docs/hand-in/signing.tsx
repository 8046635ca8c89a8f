// To sign something: in a drawing, or with one's name instead.
import { useState } from 'react'
import { isDrawn, pad } from '#contract/document/signature.ts'
import { TextField } from '#web/ui/field/text-field.tsx'
import { SignaturePad } from './signature-pad.tsx'

/** `drawn`: what counts as a drawing; then the name does not. */
export function useSigning() {
  const [strokes, setStrokes] = useState<number[][]>([])
  const [name, setName] = useState('')
  const drawn = isDrawn(strokes) ? strokes : undefined
  return { drawn, name, fields: { strokes, setStrokes, isDrawn: drawn !== undefined, name, setName } }
}

type Props = { size: typeof pad; fields: ReturnType<typeof useSigning>['fields'] }

export const SigningFields = ({ size, fields }: Props) => (
  <>
    <SignaturePad
      label="Unterschrift"
      hint="Mit Finger, Stift oder Maus. Statt zu zeichnen, können Sie unten Ihren Namen eingeben."
      size={size}
      strokes={fields.strokes}
      onChange={fields.setStrokes}
    />
    <TextField
      label="Oder Ihr Name"
      name="signature"
      autoComplete="name"
      maxLength={pad.name}
      disabled={fields.isDrawn}
      value={fields.name}
      onChange={fields.setName}
    />
  </>
)
