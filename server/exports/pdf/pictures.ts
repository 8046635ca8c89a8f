// Pictures in answers: photos, which are stored upright, and signatures, drawn from their coordinates.
import { answerOf, type Field } from '#contract/document/fields.ts'
import { parseSignature, signaturePad, svgPathOf } from '#contract/document/signature.ts'
import type { Images } from './images.ts'
import type { Picture } from './printable.ts'
import { clean, truncate } from './texts.ts'
import type { Answers } from './values.ts'

/** In pt. */
const maxSizesPt = { width: 240, height: 260, signature: 170 }

/** `of`: the person, for the alternative text. */
type PictureContext = { images: Images; width?: number; of?: string }

/** The picture, or a note in its place; undefined for other answers. */
export function toPicture(
  field: Field,
  answers: Answers,
  { images, width = maxSizesPt.width, of }: PictureContext,
): Picture | string | undefined {
  const value = answerOf(field, answers)
  if (typeof value !== 'string') return undefined
  const alt = (what: string) => truncate(clean(`${what}: ${field.name}${of ? `, ${of}` : ''}`), 300)
  if (field.type === 'photo') {
    const image = images.find(value)
    if (typeof image === 'string') return `[Foto – ${image}]`
    const scale = Math.min(
      Math.min(width, maxSizesPt.width) / image.width,
      maxSizesPt.height / image.height,
      PT_PER_PIXEL,
    )
    return { src: image.path, alt: alt('Foto'), w: image.width * scale, h: image.height * scale }
  }
  const strokes = field.type === 'signature' ? parseSignature(value)?.strokes : undefined
  if (!strokes) return undefined
  const w = Math.min(width, maxSizesPt.signature)
  return {
    drawing: signatureSvg(strokes),
    alt: alt('Unterschrift'),
    w,
    h: (w * signaturePad.height) / signaturePad.width,
  }
}
/** Maximum size of a pixel in pt, so that a small photo is not enlarged. */
const PT_PER_PIXEL = 0.75

/** Generated from numbers alone; no foreign SVG is ever parsed. */
export const signatureSvg = (strokes: readonly (readonly number[])[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${signaturePad.width} ${signaturePad.height}"><path d="${svgPathOf(strokes.map((stroke) => stroke.map(Number)))}" fill="none" stroke="#111" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`
