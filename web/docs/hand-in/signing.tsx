// Sign by drawing or by typing a name.
import { useState } from 'react'
import { isValidDrawing, signaturePad } from '#contract/document/signature.ts'
import { TextField } from '#web/ui/field/text-field.tsx'
import { SignaturePad } from './signature-pad.tsx'

/** `drawn`: the strokes, if they are a valid drawing. The drawing takes precedence over the typed name. */
export function useSigning() {
  const [strokes, setStrokes] = useState<number[][]>([])
  const [name, setName] = useState('')
  const drawn = isValidDrawing(strokes) ? strokes : undefined
  return { drawn, name, fields: { strokes, setStrokes, isDrawn: drawn !== undefined, name, setName } }
}

type Props = { size: typeof signaturePad; fields: ReturnType<typeof useSigning>['fields'] }

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
      maxLength={signaturePad.name}
      disabled={fields.isDrawn}
      value={fields.name}
      onChange={fields.setName}
    />
  </>
)
