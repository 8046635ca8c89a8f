// Prepares a document for rendering: lines with a checkbox, runs of links, column widths, cell colours.
import {
  childrenOf,
  columnWidthsOf,
  integerAttribute,
  marksOf,
  ownTextOf,
  textAttribute,
} from '#contract/document/attributes.ts'
import { normalizeColour } from '#contract/document/table-cells.ts'
import { documentLimits, type Tree } from '#contract/document/tree.ts'

type LinkRun = { link?: { href: string; title: string | undefined }; nodes: Tree[] }

/** Adjacent nodes with the same target form one link, whatever their marks. */
export function groupByLink(nodes: readonly Tree[]): LinkRun[] {
  const runs: LinkRun[] = []
  for (const node of nodes) {
    const mark = marksOf(node).find(({ type }) => type === 'link')
    const href = textAttribute(mark, 'href')
    const title = textAttribute(mark, 'title')
    const last = runs.at(-1)
    if (last && last.link?.href === href && last.link?.title === title) last.nodes.push(node)
    else runs.push(href === undefined ? { nodes: [node] } : { link: { href, title }, nodes: [node] })
  }
  return runs
}

type LinePart = {
  words: readonly Tree[]
  /** The words are the label of this checkbox. */
  tick?: Tree
  /** The words are a question, and this field below them takes the answer. */
  asked?: Tree
}

/**
 * Splits a paragraph into lines. The words of a line whose only field is a checkbox become its label. A line
 * that ends in its only field becomes a question, with the answer below. All other lines stay together. Lines
 * with images stay as they are, since a click enlarges an image.
 */
export function splitIntoLineParts(nodes: readonly Tree[], isTick: (node: Tree) => boolean): LinePart[] {
  const parts: LinePart[] = []
  let running: Tree[] = []
  const end = () => {
    if (running.length > 0) parts.push({ words: running })
    running = []
  }
  for (const line of splitAtBreaks(nodes)) {
    const [field, ...others] = line.filter(({ type }) => type === 'active')
    const words = line.filter((node) => node !== field && node.type !== 'hard_break')
    const isAlone = field && others.length === 0 && !line.some(({ type }) => type === 'image')
    if (isAlone && isTick(field)) {
      end()
      parts.push({ tick: field, words })
    } else if (isAlone && isQuestionLine(line, field)) {
      end()
      parts.push({ asked: field, words })
    } else running.push(...line)
  }
  end()
  return parts
}

/** True if the line has words before the field and none after it. */
function isQuestionLine(line: readonly Tree[], field: Tree): boolean {
  const at = line.indexOf(field)
  const saysSomething = (nodes: readonly Tree[]) => nodes.some((node) => ownTextOf(node).trim() !== '')
  return saysSomething(line.slice(0, at)) && !saysSomething(line.slice(at + 1))
}

/**
 * Splits off a colon at the end of a question. It is shown in table cells only, where the field follows in the same
 * line.
 */
export function withoutColon(words: readonly Tree[]): { words: readonly Tree[]; colon: string } {
  const last = words.findLast((node) => ownTextOf(node).trim() !== '')
  const said = last ? ownTextOf(last).trimEnd() : ''
  if (!last || !said.endsWith(':')) return { words, colon: '' }
  const text = said.slice(0, -1).trimEnd()
  const before = words.slice(0, words.indexOf(last))
  return { words: [...before, { ...last, text }], colon: ownTextOf(last).slice(text.length) }
}

/** Splits at line breaks. Each line keeps its trailing break. */
function splitAtBreaks(nodes: readonly Tree[]): Tree[][] {
  const lines: Tree[][] = [[]]
  for (const node of nodes) {
    lines.at(-1)?.push(node)
    if (node.type === 'hard_break') lines.push([])
  }
  return lines.filter((line) => line.length > 0)
}

/** Column widths in px from the first row; 0 for none. */
export function columnWidths(table: Tree): number[] {
  const [first] = childrenOf(table)
  return (first ? childrenOf(first) : []).flatMap((cell) => {
    const widths = columnWidthsOf(cell)
    const span = integerAttribute(cell, 'colspan', 1, documentLimits.span) ?? 1
    return Array.from({ length: span }, (_, at) => widths[at] ?? 0)
  })
}

type CellColours = { ground: string; ink: string }

/** Maximum luminance of a coloured cell in dark mode; 1 is white. */
const MAX_DARK_LUMINANCE = 0.09

/** Undefined if the value is no colour: it must not reach a style then. */
export function cellColoursOf(value: unknown): { light: CellColours; dark: CellColours } | undefined {
  if (value === null || normalizeColour(value) !== value) return undefined
  const channels = [1, 3, 5].map((at) => toLinear(parseInt((value as string).slice(at, at + 2), 16) / 255))
  const light = luminanceOf(channels)
  const dimmed =
    light <= MAX_DARK_LUMINANCE ? channels : channels.map((one) => (one * MAX_DARK_LUMINANCE) / light)
  return { light: withTextColour(channels), dark: withTextColour(dimmed) }
}

/** Black or white text, whichever contrasts more: at least 4.5 to 1. */
function withTextColour(channels: number[]): CellColours {
  const luminance = luminanceOf(channels)
  const isBright = (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05)
  return { ground: `#${channels.map(hex).join('')}`, ink: isBright ? '#000000' : '#ffffff' }
}

const luminanceOf = ([red = 0, green = 0, blue = 0]: number[]) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue
const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const hex = (part: number) => {
  const encoded = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(Math.min(Math.max(encoded, 0), 1) * 255)
    .toString(16)
    .padStart(2, '0')
}
