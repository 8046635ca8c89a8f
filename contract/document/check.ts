import { fieldTypes, hasOptions } from './fields.ts'
import { InvalidContentError } from './invalid-content.ts'
import { schema, treeOf } from './schema.ts'
import { countColumns, withNormalizedColour } from './table-cells.ts'
import { documentLimits, nodesOf, type Tree } from './tree.ts'

/** Normalises a submitted document to one spelling of the same content, or refuses all of it. */
export function parseContent(sent: unknown): Tree {
  checkSize(sent)
  refuseAllUnknownKeys(sent as Tree)
  const wanted = wrapLooseInlines(normalizeNode(sent as Tree))
  const tree = restoreEmptyContent(treeOf(parseWithSchema(wanted)), wanted)
  for (const node of nodesOf(tree)) {
    if (node.type === 'table' && countColumns(node) === undefined)
      throw new InvalidContentError('Die Zellen einer Tabelle passen nicht zueinander.')
  }
  return tree
}

function parseWithSchema(sent: Tree) {
  for (const { type, attrs, marks } of nodesOf(sent)) {
    if (!Object.hasOwn(schema.nodes, type))
      throw new InvalidContentError(`Einen Baustein „${excerpt(type)}“ gibt es nicht.`)
    for (const mark of marks ?? []) {
      if (!Object.hasOwn(schema.marks, mark.type))
        throw new InvalidContentError(`Eine Auszeichnung „${excerpt(mark.type)}“ gibt es nicht.`)
    }
    if (type === 'active') checkFieldType(attrs ?? {})
  }
  try {
    const document = schema.nodeFromJSON(sent)
    if (document.type !== schema.topNodeType)
      throw new InvalidContentError('Das Äußerste ist kein „process“.')
    document.check()
    return document
  } catch (error) {
    // ProseMirror reports only that something is in the wrong place.
    if (error instanceof RangeError)
      throw new InvalidContentError('Die Bausteine des Inhalts passen nicht ineinander.')
    throw error
  }
}

function checkFieldType({ type: kind, options }: Record<string, unknown>) {
  const type = fieldTypes.find((fieldType) => fieldType === kind)
  if (type && !hasOptions(type) && Array.isArray(options))
    throw new InvalidContentError('Nur eine Auswahl hat Möglichkeiten.')
  if (type) return
  throw new InvalidContentError(
    kind === undefined
      ? `Einem Element fehlt seine Art: ${fieldTypes.join(', ')}.`
      : `Ein Element der Art „${excerpt(kind)}“ gibt es nicht.`,
  )
}

/** Checks shape, number and depth of the nodes. Runs first and without recursion: a hostile tree may be too deep. */
function checkSize(root: unknown) {
  let count = 0
  const waiting: [node: unknown, depth: number][] = [[root, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, depth] = next
    if (!isNode(node)) throw new InvalidContentError('Der Inhalt besteht nicht aus Bausteinen.')
    if (++count > documentLimits.nodes)
      throw new InvalidContentError(`Der Inhalt hat mehr als ${documentLimits.nodes} Bausteine.`)
    if (depth > documentLimits.depth)
      throw new InvalidContentError(`Der Inhalt ist tiefer als ${documentLimits.depth} Ebenen verschachtelt.`)
    for (const child of node.content ?? []) waiting.push([child, depth + 1])
  }
}

function isNode(value: unknown): value is Tree {
  if (typeof value !== 'object' || value === null) return false
  const { type, content, marks, attrs, text } = value as Record<string, unknown>
  return (
    typeof type === 'string' &&
    (content === undefined || Array.isArray(content)) &&
    (marks === undefined || (Array.isArray(marks) && marks.every(isMark))) &&
    (attrs === undefined || (typeof attrs === 'object' && !Array.isArray(attrs))) &&
    (text === undefined || typeof text === 'string')
  )
}

const isMark = (value: unknown) =>
  typeof value === 'object' && value !== null && typeof (value as Tree).type === 'string'

/**
 * Refuses keys that the schema does not know and names their path, because ProseMirror would drop them
 * silently. Neither the editor nor a stored document contains such keys.
 */
function refuseAllUnknownKeys(root: Tree) {
  const waiting: [node: Tree, at: NodePath][] = [[root, undefined]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, at] = next
    const { type, content = [], marks = [] } = node
    // Unknown types are refused later, with a sentence of their own.
    if (!Object.hasOwn(schema.nodes, type)) continue
    const { isText, spec } = schema.nodes[type as 'text']
    refuseUnknownKeys(node, isText ? textKeys : nodeKeys, type, at)
    refuseUnknownKeys(node.attrs ?? {}, Object.keys(spec.attrs ?? {}), type, [at, 'attrs'])
    for (const [index, mark] of marks.entries()) {
      if (!Object.hasOwn(schema.marks, mark.type)) continue
      const place: NodePath = [[at, 'marks'], index]
      refuseUnknownKeys(mark, markKeys, mark.type, place)
      const allowed = Object.keys(schema.marks[mark.type as 'em'].spec.attrs ?? {})
      refuseUnknownKeys(mark.attrs ?? {}, allowed, mark.type, [place, 'attrs'])
    }
    for (const [index, child] of content.entries()) waiting.push([child, [[at, 'content'], index]])
  }
}
const nodeKeys = ['type', 'attrs', 'content', 'marks']
const textKeys = ['type', 'attrs', 'marks', 'text']
const markKeys = ['type', 'attrs']

/** A path from the root as a linked list, the last step first. */
type NodePath = [before: NodePath, step: string | number] | undefined

function refuseUnknownKeys(args: object, allowed: readonly string[], type: string, at: NodePath) {
  const foreign = Object.keys(args).find((key) => !allowed.includes(key))
  if (foreign === undefined) return
  const steps: (string | number)[] = [excerpt(foreign)]
  for (let rest = at; rest; [rest] = rest) steps.unshift(rest[1])
  throw new InvalidContentError(`„${excerpt(foreign)}“ gehört nicht zu „${type}“.`, steps)
}

/** Canonical spelling: field names trimmed, colours as `#rrggbb`. */
function normalizeNode(node: Tree): Tree {
  const { type, attrs, content } = node
  return {
    ...node,
    ...(attrs && { attrs: normalizeAttributes(type, attrs) }),
    ...(content && { content: content.map(normalizeNode) }),
  }
}

function normalizeAttributes(type: string, attrs: Record<string, unknown>): Record<string, unknown> {
  if (type === 'table_cell' || type === 'table_header') return withNormalizedColour(attrs)
  const { name } = attrs
  return type === 'active' && typeof name === 'string' ? { ...attrs, name: name.trim() } : attrs
}

/**
 * Restores an explicit empty `content`, which ProseMirror omits. ProseMirror also merges adjacent texts,
 * which shifts their siblings: a node whose type differs from the submitted one at its position stays
 * unchanged.
 */
function restoreEmptyContent(tree: Tree, sent: Tree | undefined): Tree {
  if (!sent?.content || sent.type !== tree.type) return tree
  const stored = tree.content ?? []
  return { ...tree, content: stored.map((child, at) => restoreEmptyContent(child, sent.content?.[at])) }
}

/** Wraps inline nodes in a paragraph where only paragraphs are allowed. */
function wrapLooseInlines(node: Tree): Tree {
  if (!node.content) return node
  const content = node.content.map(wrapLooseInlines)
  return { ...node, content: paragraphParents.has(node.type) ? wrapInParagraphs(content) : content }
}
const paragraphParents = new Set([
  'process',
  'section_body',
  'blockquote',
  'list_item',
  'table_cell',
  'table_header',
])

function wrapInParagraphs(children: Tree[]): Tree[] {
  const result: Tree[] = []
  let open: Tree[] | undefined
  for (const child of children) {
    if (!isInline(child)) {
      open = undefined
      result.push(child)
    } else if (open) open.push(child)
    else result.push({ type: 'paragraph', content: (open = [child]) })
  }
  return result
}

const isInline = ({ type }: Tree) =>
  Object.hasOwn(schema.nodes, type) && schema.nodes[type as 'text'].isInline

const excerpt = (text: unknown) => String(text).slice(0, 60).toWellFormed()
