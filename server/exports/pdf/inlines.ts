import { isLinkTarget } from '#contract/document/addresses.ts'
import { parseField } from '#contract/document/attributes.ts'
import { answerOf, type Field } from '#contract/document/fields.ts'
import { chosenOptions } from '#contract/document/options.ts'
import type { Tree } from '#contract/document/tree.ts'
import { toPicture } from './pictures.ts'
import type { BlockContext, Inline, PrintContext, TextArea } from './printable.ts'
import { clean, makeBreakable, splitLongWords, truncate } from './texts.ts'
import { printedAnswer } from './values.ts'

/** Points per pixel, and maximum height of an image in pt, so that it fits on a page. */
const PT_PER_PIXEL = 0.75
const MAX_IMAGE_HEIGHT_PT = 640

export function* nodesToInlines(
  nodes: readonly Tree[],
  place: BlockContext,
  source: PrintContext,
): Generator<Inline | TextArea> {
  for (const node of nodes) {
    if (node.type === 'text') yield textToInline(node, place)
    else if (node.type === 'hard_break') yield { k: 'br' }
    else if (node.type === 'image') yield imageToInline(node, place, source)
    else if (node.type === 'active') yield* fieldToInlines(node, place, source)
  }
}

function textToInline({ text = '', marks = [] }: Tree, { isNarrow, ink }: BlockContext): Inline {
  const has = (type: string) => marks.some((mark) => mark.type === type)
  const s = makeBreakable(text, isNarrow ? 'narrow' : 'wide').replaceAll('\n', ' ')
  const pieces = isNarrow ? [s] : splitLongWords(s)
  const href = marks.find((mark) => mark.type === 'link')?.attrs?.['href']
  return {
    k: 't',
    s,
    ...(pieces.length > 1 && { y: pieces }),
    ...(has('strong') && { b: true }),
    ...(has('em') && { i: true }),
    ...(has('code') && { c: true }),
    ...(typeof href === 'string' && isAbsolute(href) && { l: href }),
    ...(ink && { ink: true }),
  }
}

/** Relative links lead nowhere in a PDF that is passed on. */
const isAbsolute = (href: string) => isLinkTarget(href) && URL.canParse(href)

function imageToInline({ attrs }: Tree, place: BlockContext, { images }: PrintContext): Inline {
  const { src, title, alt } = (attrs ?? {}) as Record<string, unknown>
  const said = [alt, title].find((text) => typeof text === 'string' && text.trim() !== '') as
    | string
    | undefined
  const name = truncate(clean(said ?? 'Bild'), 300)
  const image = images.find(typeof src === 'string' ? src : '')
  if (typeof image === 'string')
    return {
      k: 'note',
      s: makeBreakable(`[Bild${said ? ` „${name}“` : ''} – ${image}]`, place.isNarrow ? 'narrow' : 'wide'),
    }
  const scale = Math.min(PT_PER_PIXEL, place.width / image.width, MAX_IMAGE_HEIGHT_PT / image.height)
  return { k: 'img', src: image.path, alt: name, w: image.width * scale, h: image.height * scale }
}

function* fieldToInlines(
  node: Tree,
  place: BlockContext,
  { answers, namings, images }: PrintContext,
): Generator<Inline | TextArea> {
  const field = parseField(node)
  const { name, type } = field ?? (node.attrs as Field)
  const width = place.isNarrow ? 'narrow' : 'wide'
  // A name that the surrounding words repeat is left out, as on the screen.
  const label = namings.get(node)?.isShown === false ? '' : makeBreakable(name, width)
  const answer = printedAnswer(field ?? { name, type }, answers)
  const s = answer === undefined ? null : makeBreakable(answer, width)
  const options = field?.options ?? []
  const required = field?.required && { r: true as const }
  if (field?.type === 'photo' || field?.type === 'signature') {
    const picture = toPicture(field, answers, { images, width: place.width })
    yield {
      k: 'pic',
      label,
      of: field.type,
      w: Math.min(place.width, EMPTY_PICTURE_WIDTH_PT),
      shown: typeof picture === 'object' ? picture : null,
      s: typeof picture === 'string' ? makeBreakable(picture, width) : s,
      ...required,
    }
  } else if (type === 'checkbox') yield { k: 'check', label, on: answer !== undefined, ...required }
  else if (type === 'textarea') {
    // Without a label only the asterisk of a required field is printed, because the surrounding words name the field.
    if (label === '' && required) yield { k: 'name', label, ...required }
    yield { k: 'area', label, s, ...(label !== '' && required) }
  } else if (options.length > 0 && options.length <= MAX_OPTION_BOXES) {
    const chosen = chosenOptions(options, String(field ? answerOf(field, answers) : ''))
    if (label !== '' || required) yield { k: 'name', label, ...required }
    for (const { text } of options)
      yield { k: 'check', label: makeBreakable(text, width), on: chosen.includes(text) }
  } else yield { k: 'num', label, s, ...(place.isNarrow && { above: true }), ...required }
}

/** Width of an empty picture box, in pt. */
const EMPTY_PICTURE_WIDTH_PT = 160
/** A choice with more options than this prints only the answer, without boxes to tick. */
const MAX_OPTION_BOXES = 12
