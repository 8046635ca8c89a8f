// Flattens a document for comparison: a sequence of sections, each with its own blocks.
import {
  childrenOf,
  integerAttribute,
  marksOf,
  ownTextOf,
  textAttribute,
  valueOfAttribute,
} from '#contract/document/attributes.ts'
import { parseCondition } from '#contract/document/condition.ts'
import { outlineOf } from '#contract/document/outline.ts'
import { documentLimits, type Tree } from '#contract/document/tree.ts'
import { conditionSentence } from '../condition-words.ts'

/** Unit of the diff. `same`: equal for pieces of equal content. `look`: formatting and link target. */
export type Piece = {
  kind: 'text' | 'field' | 'image' | 'break' | 'cell'
  text: string
  same: string
  look: string
}
type BlockKind = 'paragraph' | 'heading' | 'item' | 'quote' | 'code' | 'rule' | 'row' | 'condition'
export type Block = {
  kind: BlockKind
  /** Number of enclosing lists and quotes. */
  indent: number
  /** '•' or '3.' before the first line of an item. */
  marker?: string
  pieces: readonly Piece[]
  /** Equal for equal text and formatting. */
  key: string
}
/** `depth`: 0 outside of sections. `isRest`: content that follows a subsection. */
export type Part = { title: string; depth: number; isRest: boolean; blocks: readonly Block[] }

export function partsOf(document: Tree): Part[] {
  const { byNode, byName } = outlineOf(document)
  const parts: Part[] = []
  let open: { part: Part; blocks: Block[] } | undefined
  const begin = (title: string, depth: number, isRest: boolean) => {
    const blocks: Block[] = []
    open = { part: { title, depth, isRest, blocks }, blocks }
    parts.push(open.part)
  }

  function inside(node: Tree, title: string, depth: number, level: number) {
    let isInterrupted = false
    for (const child of childrenOf(node)) {
      if (child.type === 'section_body') inside(child, title, depth, level + 1)
      else if (child.type === 'section') {
        section(child, level + 1)
        isInterrupted = true
      } else if (child.type !== 'section_headline') {
        if (!open || isInterrupted) begin(title, depth, isInterrupted)
        isInterrupted = false
        open?.blocks.push(...blocksOf(child, 0, level + 1))
      }
    }
  }
  function section(node: Tree, level: number) {
    const outline = byNode.get(node)
    if (!outline) return
    const { headline, depth, own } = outline
    begin(headline, depth, false)
    const when = parseCondition(valueOfAttribute(node, 'when'))
    if (when) {
      const sentence = conditionSentence(when, own && byName.get(own.field))
      open?.blocks.push(blockOf('condition', 0, [textPiece(sentence)]))
    }
    inside(node, headline, depth, level)
  }
  inside(document, '', 0, 0)
  return parts
}

function blocksOf(node: Tree, indent: number, level: number): Block[] {
  if (level > documentLimits.depth) return []
  switch (node.type) {
    case 'bullet_list':
    case 'ordered_list': {
      const first = integerAttribute(node, 'order', 0, documentLimits.order) ?? 1
      return childrenOf(node).flatMap((item, at) => {
        const marker = node.type === 'bullet_list' ? '•' : `${first + at}.`
        const blocks = childrenOf(item).flatMap((child) => blocksOf(child, indent + 1, level + 2))
        return blocks.map((block, place) =>
          place === 0 && block.kind === 'paragraph'
            ? { ...blockOf('item', block.indent, block.pieces), marker }
            : block,
        )
      })
    }
    case 'blockquote':
      return childrenOf(node)
        .flatMap((child) => blocksOf(child, indent + 1, level + 1))
        .map((block) => (block.kind === 'paragraph' ? blockOf('quote', block.indent, block.pieces) : block))
    case 'table':
      return childrenOf(node).map((row) => blockOf('row', indent, rowPieces(row)))
    case 'heading':
      return [blockOf('heading', indent, piecesOf(node), String(integerAttribute(node, 'level', 1, 6) ?? 1))]
    case 'code_block':
      return [blockOf('code', indent, piecesOf(node))]
    case 'horizontal_rule':
      return [blockOf('rule', indent, [])]
    default:
      return [blockOf('paragraph', indent, piecesOf(node))]
  }
}

function blockOf(kind: BlockKind, indent: number, pieces: readonly Piece[], more = ''): Block {
  const key = JSON.stringify([kind, indent, more, pieces.map(({ same, look }) => [same, look])])
  return { kind, indent, pieces, key }
}

const textPiece = (text: string, look = ''): Piece => ({ kind: 'text', text, same: text, look })

function rowPieces(row: Tree): Piece[] {
  return childrenOf(row).flatMap((cell, at) => {
    const { colwidth: _width, ...attrs } = (cell.attrs ?? {}) as Record<string, unknown>
    const look = JSON.stringify([cell.type, attrs])
    const inside = childrenOf(cell).flatMap((block, place) => [
      ...(place > 0 ? [lineBreak] : []),
      ...piecesOf(block),
    ])
    return [...(at > 0 ? [{ kind: 'cell', text: ' | ', same: '|', look } as const] : []), ...inside]
  })
}

const lineBreak: Piece = { kind: 'break', text: '\n', same: '\n', look: '' }
/** Words, blanks, and single punctuation marks. */
const wordPattern = /\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu

/** All text of a node, flattened. */
function piecesOf(root: Tree): Piece[] {
  const pieces: Piece[] = []
  const waiting: [Tree, number][] = [[root, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, depth] = next
    const look = node.marks?.length ? JSON.stringify(marksOf(node)) : ''
    if (node.type === 'text')
      for (const [text] of ownTextOf(node).matchAll(wordPattern)) pieces.push(textPiece(text, look))
    else if (node.type === 'active') pieces.push(fieldPiece(node))
    else if (node.type === 'image') pieces.push(imagePiece(node, look))
    else if (node.type === 'hard_break') pieces.push(lineBreak)
    if (depth < documentLimits.depth)
      for (const child of childrenOf(node).toReversed()) waiting.push([child, depth + 1])
  }
  return pieces
}

function fieldPiece(node: Tree): Piece {
  const text = textAttribute(node, 'name') || 'Feld ohne Namen'
  return { kind: 'field', text, same: `field ${text}`, look: JSON.stringify(node.attrs ?? {}) }
}

function imagePiece(node: Tree, look: string): Piece {
  const [alt, title] = [textAttribute(node, 'alt'), textAttribute(node, 'title')]
  return {
    kind: 'image',
    text: alt || title || 'Bild',
    same: `image ${textAttribute(node, 'src') ?? ''}`,
    look: JSON.stringify([alt, title, look]),
  }
}
