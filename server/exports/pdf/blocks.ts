// Converts a document's tree into the template's blocks. Nested sections become a flat sequence of headings and
// content, all widths are resolved, and nothing remains that could make the template fail.
import { nodesOf, type Tree } from '#contract/document/tree.ts'
import { nodesToInlines } from './inlines.ts'
import type { Block, BlockContext, Inline, PrintContext, TextArea } from './printable.ts'
import { tableToBlocks } from './table.ts'
import { clean, makeBreakable } from './texts.ts'

const PAGE_WIDTH_PT = 482
const INDENT_PT = 16
/** Deeper nesting is flattened. */
const MAX_DEPTH = 10
const pageContext: BlockContext = { depth: 0, width: PAGE_WIDTH_PT, isNarrow: false, ink: false }

export function documentToBlocks(document: Tree, source: PrintContext): Block[] {
  const headings = new HeadingLevels()
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
      return nodeToBlocks(node, pageContext, source)
    })
  }

  function heading(node: Tree | undefined, level: number): Block[] {
    return splitAtAreas(node?.content ?? [], pageContext, source).map((part) =>
      part.k === 'p' && hasText(part.c) ? { k: 'h', l: headings.next(level), c: part.c } : part,
    )
  }
}

/** Keeps heading levels gapless, as PDF/UA requires. */
class HeadingLevels {
  #last = 0
  next(level: number): number {
    this.#last = Math.min(Math.max(level, 1), this.#last + 1, 6)
    return this.#last
  }
}

const nodesToBlocks = (nodes: readonly Tree[], place: BlockContext, source: PrintContext): Block[] =>
  nodes.flatMap((node) => nodeToBlocks(node, place, source))

function nodeToBlocks(node: Tree, place: BlockContext, source: PrintContext): Block[] {
  const content = node.content ?? []
  if (place.depth >= MAX_DEPTH && !isTextBlock(node)) return flattenNode(node, place, source)
  const inner = { ...place, depth: place.depth + 1, width: Math.max(place.width - INDENT_PT, 40) }
  const items = () => content.map((item) => nodesToBlocks(item.content ?? [], inner, source))
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
      return [{ k: 'q', b: nodesToBlocks(content, inner, source) }]
    case 'code_block':
      return [
        { k: 'code', s: makeBreakable(content.map(({ text = '' }) => text).join(''), toTextWidth(place)) },
      ]
    case 'horizontal_rule':
      return [{ k: 'hr' }]
    case 'table':
      return tableToBlocks(node, place, (cell, inner) => nodesToBlocks(cell, inner, source))
    default:
      return flattenNode(node, place, source)
  }
}

const isTextBlock = ({ type }: Tree) =>
  ['paragraph', 'heading', 'code_block', 'horizontal_rule'].includes(type)
const toTextWidth = ({ isNarrow }: BlockContext) => (isNarrow ? 'narrow' : 'wide')

/** All texts of a node in sequence, whatever their depth. */
function flattenNode(node: Tree, place: BlockContext, source: PrintContext): Block[] {
  return [...nodesOf(node)].filter(isTextBlock).flatMap((inner) => nodeToBlocks(inner, place, source))
}

/** A paragraph, split around its multi-line fields, which become blocks of their own. */
function splitAtAreas(
  nodes: readonly Tree[],
  place: BlockContext,
  source: PrintContext,
): (TextArea | { k: 'p'; c: Inline[] })[] {
  const parts: (TextArea | { k: 'p'; c: Inline[] })[] = []
  let open: Inline[] | undefined
  for (const part of nodesToInlines(nodes, place, source)) {
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
