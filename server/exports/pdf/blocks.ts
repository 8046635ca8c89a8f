// Converts a document's tree into the template's blocks. Nested sections become a flat sequence of headings and
// content, all widths are resolved, and nothing remains that could make the template fail.
import { nodesOf, type Tree } from '#contract/document/tree.ts'
import { inlines } from './inlines.ts'
import type { Area, Block, BlockContext, Inline, Source } from './printable.ts'
import { tableOf } from './table.ts'
import { breakable, clean } from './texts.ts'

const PAGE_WIDTH = 482
const INDENT = 16
/** Deeper nesting is flattened. */
const DEEPEST = 10
const outermost: BlockContext = { depth: 0, width: PAGE_WIDTH, isNarrow: false, ink: false }

export function printedBlocks(document: Tree, source: Source): Block[] {
  const headings = new Headings()
  return flow(document.content ?? [], 0)

  function flow(nodes: readonly Tree[], sections: number): Block[] {
    return nodes.flatMap((node) => {
      if (source.hidden.has(node)) return []
      if (node.type === 'section') {
        const [headline, ...bodies] = node.content ?? []
        const body = bodies.flatMap(({ content = [] }) => content)
        return [...heading(headline, sections + 1), ...flow(body, sections + 1)]
      }
      if (node.type === 'heading') return heading(node, sections + Number(node.attrs?.['level'] ?? 1))
      return block(node, outermost, source)
    })
  }

  function heading(node: Tree | undefined, level: number): Block[] {
    return splitAtAreas(node?.content ?? [], outermost, source).map((part) =>
      part.k === 'p' && hasText(part.c) ? { k: 'h', l: headings.next(level), c: part.c } : part,
    )
  }
}

/** Keeps heading levels gapless, as PDF/UA requires. */
class Headings {
  #last = 0
  next(level: number): number {
    this.#last = Math.min(Math.max(level, 1), this.#last + 1, 6)
    return this.#last
  }
}

const blocks = (nodes: readonly Tree[], place: BlockContext, source: Source): Block[] =>
  nodes.flatMap((node) => block(node, place, source))

function block(node: Tree, place: BlockContext, source: Source): Block[] {
  const content = node.content ?? []
  if (place.depth >= DEEPEST && !isTextBlock(node)) return flattened(node, place, source)
  const inner = { ...place, depth: place.depth + 1, width: Math.max(place.width - INDENT, 40) }
  const items = () => content.map((item) => blocks(item.content ?? [], inner, source))
  switch (node.type) {
    case 'paragraph':
      return splitAtAreas(content, place, source)
    case 'heading':
      return splitAtAreas(content, place, source).map((part) =>
        part.k === 'p' ? { k: 'bold', c: part.c } : part,
      )
    case 'bullet_list':
      return [{ k: 'ul', items: items() }]
    case 'ordered_list':
      return [{ k: 'ol', start: Number(node.attrs?.['order'] ?? 1), items: items() }]
    case 'blockquote':
      return [{ k: 'q', b: blocks(content, inner, source) }]
    case 'code_block':
      return [{ k: 'code', s: breakable(content.map(({ text = '' }) => text).join(''), widthOf(place)) }]
    case 'horizontal_rule':
      return [{ k: 'hr' }]
    case 'table':
      return tableOf(node, place, (cell, inner) => blocks(cell, inner, source))
    default:
      return flattened(node, place, source)
  }
}

const isTextBlock = ({ type }: Tree) =>
  ['paragraph', 'heading', 'code_block', 'horizontal_rule'].includes(type)
const widthOf = ({ isNarrow }: BlockContext) => (isNarrow ? 'narrow' : 'wide')

/** All texts of a node in sequence, whatever their depth. */
function flattened(node: Tree, place: BlockContext, source: Source): Block[] {
  return [...nodesOf(node)].filter(isTextBlock).flatMap((inner) => block(inner, place, source))
}

/** A paragraph, split around its multi-line fields, which become blocks of their own. */
function splitAtAreas(
  nodes: readonly Tree[],
  place: BlockContext,
  source: Source,
): (Area | { k: 'p'; c: Inline[] })[] {
  const parts: (Area | { k: 'p'; c: Inline[] })[] = []
  let open: Inline[] | undefined
  for (const part of inlines(nodes, place, source)) {
    if (part.k === 'area') {
      parts.push(part)
      open = undefined
    } else if (open) open.push(part)
    else parts.push({ k: 'p', c: (open = [part]) })
  }
  return parts.length > 0 ? parts : [{ k: 'p', c: [] }]
}

const hasText = (parts: readonly Inline[]) =>
  parts.some((part) => part.k !== 't' || clean(part.s).trim() !== '')
