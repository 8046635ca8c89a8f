// Attributes of a node, read as untrusted: the server has checked them, but they arrive over a network. An
// attribute of a wrong type counts as missing.
import { type Field, fieldTypes, hasOptions, isFieldName } from './fields.ts'
import { parseOptions } from './options.ts'
import { documentLimits, type Mark, type Tree } from './tree.ts'

type NodeLike = { attrs?: unknown } | undefined

export const valueOfAttribute = (node: NodeLike, name: string): unknown =>
  typeof node?.attrs === 'object' && node.attrs !== null && Object.hasOwn(node.attrs, name)
    ? (node.attrs as Record<string, unknown>)[name]
    : undefined

export function textAttribute(node: NodeLike, name: string): string | undefined {
  const value = valueOfAttribute(node, name)
  return typeof value === 'string' ? value : undefined
}

export function integerAttribute(
  node: NodeLike,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const value = valueOfAttribute(node, name)
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
    ? (value as number)
    : undefined
}

export function columnWidthsOf(cell: NodeLike): readonly number[] {
  const value = valueOfAttribute(cell, 'colwidth')
  return Array.isArray(value)
    ? value.map((one) => (typeof one === 'number' && one > 0 && one <= documentLimits.columnWidth ? one : 0))
    : []
}

/** Children of a node; malformed ones are skipped. */
export const childrenOf = (node: Tree): readonly Tree[] =>
  Array.isArray(node.content) ? node.content.filter(isNode) : noChildren
const noChildren: readonly Tree[] = []

const isNode = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && typeof (value as Tree).type === 'string'

export const marksOf = (node: Tree): readonly Mark[] =>
  Array.isArray(node.marks) ? node.marks.filter((mark) => isNode(mark)) : []

export const ownTextOf = (node: Tree): string => (typeof node.text === 'string' ? node.text : '')

/** Undefined if the field type is unknown or the name is not allowed (`isFieldName`). */
export function parseField(node: Tree): Field | undefined {
  const type = fieldTypes.find((fieldType) => fieldType === textAttribute(node, 'type'))
  const name = textAttribute(node, 'name') ?? ''
  if (!type || !isFieldName(name)) return undefined
  return {
    name,
    type,
    ...(hasOptions(type) && { options: parseOptions(valueOfAttribute(node, 'options')) ?? [] }),
    ...(valueOfAttribute(node, 'required') === true && { required: true }),
  }
}

/** The node and its descendants, outer before inner, down to the greatest depth that is rendered. */
export function* renderedNodesOf(root: Tree): Generator<Tree> {
  const waiting: [Tree, number][] = [[root, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, depth] = next
    yield node
    if (depth === documentLimits.depth) continue
    for (const child of childrenOf(node).toReversed()) waiting.push([child, depth + 1])
  }
}

/** Text of a node; an image counts with its description. */
export function plainTextOf(root: Tree): string {
  let text = ''
  for (const node of renderedNodesOf(root))
    text += node.type === 'image' ? (textAttribute(node, 'alt') ?? '') : ownTextOf(node)
  return text.replace(/\s+/g, ' ').trim()
}
