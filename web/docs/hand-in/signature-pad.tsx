// Area to draw a signature with finger, pen or mouse. Keyboard users need a text field beside it.
// oxlint-disable jsx-a11y/prefer-tag-over-role -- what is drawn here is no file that an image could name
import { type PointerEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import css from './signature.module.css'
import { SignatureDrawing } from './signature-view.tsx'

type Props = {
  label: string
  hint: string
  /** `width`, `height`: range of the coordinates. `strokes`, `numbers`: limits of strokes, and of all coordinates. */
  size: { width: number; height: number; strokes: number; numbers: number }
  /** Each stroke is x, y, x, y, … */
  strokes: readonly number[][]
  onChange: (strokes: number[][]) => void
}

/** In units of the coordinates. Closer points are skipped, since they look no different. */
const MIN_POINT_DISTANCE = 3

/** One pointer draws from press to release; other touches are ignored. */
type Stroke = { pointer: number; isPen: boolean; points: number[] }

export function SignaturePad({ label, hint, size, strokes, onChange }: Props) {
  const id = useId()
  const stroke = useRef<Stroke>(undefined)
  const [drawn, setDrawn] = useState<readonly number[]>([])
  const used = strokes.reduce((sum, { length }) => sum + length, 0)

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return [
      roundAndClamp(((clientX - left) / width) * size.width, size.width),
      roundAndClamp(((clientY - top) / height) * size.height, size.height),
    ]
  }
  const begin = (event: PointerEvent) => {
    const isPen = event.pointerType === 'pen'
    // A pen may start while a resting hand is touching the screen, and replaces that touch.
    const isTaken = stroke.current !== undefined && (stroke.current.isPen || !isPen)
    if (isTaken || event.button !== 0 || strokes.length >= size.strokes) return
    // Captured, so that a pointer outside the area keeps drawing at its edge.
    event.currentTarget.setPointerCapture(event.pointerId)
    stroke.current = { pointer: event.pointerId, isPen, points: pointOf(event) }
    setDrawn(stroke.current.points)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== stroke.current?.pointer) return
    const { points } = stroke.current
    if (used + points.length + 2 > size.numbers) return
    const [x, y] = pointOf(event)
    const [lastX = 0, lastY = 0] = points.slice(-2)
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < MIN_POINT_DISTANCE) return
    stroke.current.points = [...points, x, y]
    setDrawn(stroke.current.points)
  }
  const end = ({ pointerId }: PointerEvent) => {
    if (pointerId !== stroke.current?.pointer) return
    const { points } = stroke.current
    if (used + points.length <= size.numbers) onChange([...strokes, points])
    stroke.current = undefined
    setDrawn([])
  }

  return (
    <div className={css['field']}>
      <span id={id} className={css['label']}>
        {label}
      </span>
      <div
        role="img"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className={css['pad']}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onLostPointerCapture={end}
      >
        <SignatureDrawing strokes={drawn.length > 0 ? [...strokes, drawn] : strokes} size={size} />
      </div>
      {/* Gets the focus on opening: a focused text field would open the keyboard over the signature. */}
      <p id={`${id}-hint`} className={css['hint']} data-autofocus="" tabIndex={-1}>
        {hint}
      </p>
      {/* Present from the start, since appearing later would move the canvas. */}
      <Button
        size="small"
        aria-disabled={strokes.length === 0 || undefined}
        onClick={() => strokes.length > 0 && onChange([])}
      >
        Neu zeichnen
      </Button>
    </div>
  )
}

const roundAndClamp = (value: number, most: number) => Math.min(Math.max(Math.round(value), 0), most)
