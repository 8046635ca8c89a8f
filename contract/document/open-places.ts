// Placeholders that nobody has replaced yet. A module of its own, loaded only before publishing.
import { NEW_SECTION, wordsBetweenBrackets } from './placeholders.ts'
import { type Tree, treeText } from './tree.ts'

/** `section`: the headline of the innermost section; empty outside of all. */
export type OpenPlace = { text: string; section: string }

/** All unreplaced placeholders that a reader would see, in reading order. */
export function openPlaces(document: Tree): OpenPlace[] {
  const places: OpenPlace[] = []
  const waiting: { node: Tree; parent?: Tree; section: string }[] = [{ node: document, section: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, parent, section } = next
    const children = node.content ?? []
    const own = node.type === 'section' ? children.find(({ type }) => type === 'section_headline') : undefined
    const inside = own ? treeText(own) : section
    if (isOfNewSection(node, parent)) places.push({ text: treeText(node), section })
    else if (node.type !== 'code_block' && children.some(({ text }) => text !== undefined))
      places.push(...wordsBetweenBrackets(lineOf(children)).map(({ text }) => ({ text, section })))
    for (const child of children.toReversed()) waiting.push({ node: child, parent: node, section: inside })
  }
  return places
}

const isOfNewSection = (node: Tree, parent: Tree | undefined) =>
  node.type === 'section_headline'
    ? treeText(node) === NEW_SECTION.headline
    : node.type === 'paragraph' && parent?.type === 'section_body' && treeText(node) === NEW_SECTION.body

/** A node that is not text separates words. */
const lineOf = (nodes: readonly Tree[]) => nodes.map(({ text }) => text ?? '\n').join('')
