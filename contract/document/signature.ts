// A signature: drawn strokes as numbers, or a typed name instead.
import { invisibleCharacterPattern } from './options.ts'

export const handInKinds = ['plain', 'signed'] as const

/**
 * Size of the drawing area in units of the drawing, and upper bounds. `numbers`: coordinates of all strokes
 * together, two per point.
 */
export const signaturePad = { width: 600, height: 200, strokes: 200, numbers: 4_000, name: 100 }

/** Each stroke is x, y, x, y, … */
export type Signature = { strokes?: number[][]; name?: string }

/**
 * True if at least one stroke has two points, all points lie inside the area, and no upper bound is exceeded.
 */
export const isValidDrawing = (strokes: readonly (readonly number[])[]): boolean =>
  strokes.some(({ length }) => length > 2) &&
  strokes.length <= signaturePad.strokes &&
  strokes.reduce((sum, { length }) => sum + length, 0) <= signaturePad.numbers &&
  strokes.every(
    (stroke) =>
      stroke.length % 2 === 0 &&
      stroke.every(
        (number, at) =>
          Number.isInteger(number) &&
          number >= 0 &&
          number <= (at % 2 ? signaturePad.height : signaturePad.width),
      ),
  )

/** For a field of a document: its answer is a text, with a shorter limit. */
export const fieldSignaturePad = { ...signaturePad, numbers: 2_000 }

/** Formats a signature for an answer: an SVG path, or 'gez.' with the typed name. */
export const signatureText = ({ strokes, name = '' }: Signature): string =>
  strokes ? svgPathOf(strokes) : `${TYPED_PREFIX}${name}`
const TYPED_PREFIX = 'gez. '

/** Parses an answer; undefined if this app did not write it. */
export function parseSignature(text: string): Signature | undefined {
  if (text.startsWith(TYPED_PREFIX)) {
    const name = text.slice(TYPED_PREFIX.length)
    return name !== '' &&
      name === name.trim() &&
      name.length <= signaturePad.name &&
      !invisibleCharacterPattern.test(name)
      ? { name }
      : undefined
  }
  const strokes = text
    .split('M')
    .slice(1)
    .map((stroke) => stroke.split(/[L ]/).map(Number))
  return svgPathOf(strokes) === text && isValidDrawing(strokes) ? { strokes } : undefined
}

export const svgPathOf = (strokes: readonly (readonly number[])[]): string =>
  strokes
    .map(([x = 0, y = 0, ...rest]) => `M${x} ${y}${lineCommands(rest.length > 0 ? rest : [x, y])}`)
    .join('')

function lineCommands(points: readonly number[]): string {
  let path = ''
  for (let at = 0; at + 1 < points.length; at += 2) path += `L${points[at]} ${points[at + 1]}`
  return path
}
