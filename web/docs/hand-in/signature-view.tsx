// Renders a signature: drawn strokes, or a typed name.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing of strokes: there is no file that an image could name
import { signaturePad, svgPathOf } from '#contract/document/signature.ts'
import css from './signature.module.css'

type Props = { strokes?: readonly number[][]; name?: string; label: string }

export function SignatureView({ strokes, name, label }: Props) {
  if (!strokes) return <p className={css['typed']}>{name}</p>
  return (
    <div role="img" aria-label={label} className={css['view']}>
      <SignatureDrawing strokes={strokes} size={signaturePad} />
    </div>
  )
}

type SignatureDrawingProps = {
  strokes: readonly (readonly number[])[]
  size: { width: number; height: number }
}

/** Hidden from screen readers: the element around the drawing has a label. */
export const SignatureDrawing = ({ strokes, size }: SignatureDrawingProps) => (
  <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" className={css['drawing']}>
    <path d={svgPathOf(strokes)} />
  </svg>
)
