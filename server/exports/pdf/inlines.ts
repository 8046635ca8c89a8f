import { isLinkTarget } from '#contract/document/addresses.ts'
import { fieldIn } from '#contract/document/attributes.ts'
import { answerOf, type Field } from '#contract/document/fields.ts'
import { chosenOptions } from '#contract/document/options.ts'
import type { Tree } from '#contract/document/tree.ts'
import { pictureOf } from './pictures.ts'
import type { Area, BlockContext, Inline, Source } from './printable.ts'
import { breakable, clean, piecesOf, shortened } from './texts.ts'
import { printedAnswer } from './values.ts'

/** Points per pixel, and maximum height of an image in pt, so that it fits on a page. */
const PT = 0.75
const HIGHEST = 640

export function* inlines(
  nodes: readonly Tree[],
  place: BlockContext,
  source: Source,
): Generator<Inline | Area> {
  for (const node of nodes) {
    if (node.type === 'text') yield inlineOfText(node, place)
    else if (node.type === 'hard_break') yield { k: 'br' }
    else if (node.type === 'image') yield imageOf(node, place, source)
    else if (node.type === 'active') yield* fieldOf(node, place, source)
  }
}

function inlineOfText({ text = '', marks = [] }: Tree, { isNarrow, ink }: BlockContext): Inline {
  const has = (type: string) => marks.some((mark) => mark.type === type)
  const s = breakable(text, isNarrow ? 'narrow' : 'wide').replaceAll('\n', ' ')
  const pieces = isNarrow ? [s] : piecesOf(s)
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

function imageOf({ attrs }: Tree, place: BlockContext, { images }: Source): Inline {
  const { src, title, alt } = (attrs ?? {}) as Record<string, unknown>
  const said = [alt, title].find((text) => typeof text === 'string' && text.trim() !== '') as
    | string
    | undefined
  const name = shortened(clean(said ?? 'Bild'), 300)
  const image = images.find(typeof src === 'string' ? src : '')
  if (typeof image === 'string')
    return {
      k: 'note',
      s: breakable(`[Bild${said ? ` „${name}“` : ''} – ${image}]`, place.isNarrow ? 'narrow' : 'wide'),
    }
  const scale = Math.min(PT, place.width / image.width, HIGHEST / image.height)
  return { k: 'img', src: image.path, alt: name, w: image.width * scale, h: image.height * scale }
}

function* fieldOf(
  node: Tree,
  place: BlockContext,
  { answers, namings, images }: Source,
): Generator<Inline | Area> {
  const field = fieldIn(node)
  const { name, type } = field ?? (node.attrs as Field)
  const width = place.isNarrow ? 'narrow' : 'wide'
  // A name that the surrounding words repeat is left out, as on the screen.
  const label = namings.get(node)?.isShown === false ? '' : breakable(name, width)
  const answer = printedAnswer(field ?? { name, type }, answers)
  const s = answer === undefined ? null : breakable(answer, width)
  const options = field?.options ?? []
  const required = field?.required && { r: true as const }
  if (field?.type === 'photo' || field?.type === 'signature') {
    const picture = pictureOf(field, answers, { images, width: place.width })
    yield {
      k: 'pic',
      label,
      of: field.type,
      w: Math.min(place.width, PICTURE),
      shown: typeof picture === 'object' ? picture : null,
      s: typeof picture === 'string' ? breakable(picture, width) : s,
      ...required,
    }
  } else if (type === 'checkbox') yield { k: 'check', label, on: answer !== undefined, ...required }
  else if (type === 'textarea') {
    // The asterisk alone, where the surrounding words are the label.
    if (label === '' && required) yield { k: 'name', label, ...required }
    yield { k: 'area', label, s, ...(label !== '' && required) }
  } else if (options.length > 0 && options.length <= MOST_BOXES) {
    const chosen = chosenOptions(options, String(field ? answerOf(field, answers) : ''))
    if (label !== '' || required) yield { k: 'name', label, ...required }
    for (const { text } of options)
      yield { k: 'check', label: breakable(text, width), on: chosen.includes(text) }
  } else yield { k: 'num', label, s, ...(place.isNarrow && { above: true }), ...required }
}

/** Width of an empty picture box, in pt. */
const PICTURE = 160
/** Up to this many options are printed as boxes to tick; beyond it only the answer. */
const MOST_BOXES = 12
