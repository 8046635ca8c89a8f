// A signature: strokes as numbers, drawn by whoever shows it, or a name that was typed instead.
import { unseen } from './options.ts'

export const handIns = ['plain', 'signed'] as const

/**
 * The field that is drawn in, in its own units; and how much fits in. `numbers`: of all strokes together, two for
 * each point.
 */
export const pad = { width: 600, height: 200, strokes: 200, numbers: 4_000, name: 100 }

/** Of each stroke x and y, and x and y, and so on. */
export type Signature = { strokes?: number[][]; name?: string }

/** It shows something, and all of it lies within its field. */
export const isDrawn = (strokes: readonly (readonly number[])[]): boolean =>
  strokes.some(({ length }) => length > 2) &&
  strokes.length <= pad.strokes &&
  strokes.reduce((sum, { length }) => sum + length, 0) <= pad.numbers &&
  strokes.every(
    (stroke) =>
      stroke.length % 2 === 0 &&
      stroke.every(
        (number, at) =>
          Number.isInteger(number) && number >= 0 && number <= (at % 2 ? pad.height : pad.width),
      ),
  )

/** The same for a field of a document: as an answer it is a text, which has a bound of its own. */
export const fieldPad = { ...pad, numbers: 2_000 }

/** As an answer: the path of the drawing, or the typed name behind the word for signed by typing. */
export const signatureText = ({ strokes, name = '' }: Signature): string =>
  strokes ? pathOf(strokes) : `${TYPED}${name}`
const TYPED = 'gez. '

/** Back from an answer; undefined for what is none that this app has made. */
export function signatureIn(text: string): Signature | undefined {
  if (text.startsWith(TYPED)) {
    const name = text.slice(TYPED.length)
    return name !== '' && name === name.trim() && name.length <= pad.name && !unseen.test(name)
      ? { name }
      : undefined
  }
  const strokes = text
    .split('M')
    .slice(1)
    .map((stroke) => stroke.split(/[L ]/).map(Number))
  return pathOf(strokes) === text && isDrawn(strokes) ? { strokes } : undefined
}

/** The strokes as the path of a drawing. */
export const pathOf = (strokes: readonly (readonly number[])[]): string =>
  strokes.map(([x = 0, y = 0, ...rest]) => `M${x} ${y}${lines(rest.length > 0 ? rest : [x, y])}`).join('')

function lines(points: readonly number[]): string {
  let path = ''
  for (let at = 0; at + 1 < points.length; at += 2) path += `L${points[at]} ${points[at + 1]}`
  return path
}
