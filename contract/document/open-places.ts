// Placeholders that nobody has replaced yet. A module of its own, loaded only before publishing.
import { NEW_SECTION_TEXTS, wordsBetweenBrackets } from './placeholders.ts'
import { type Tree, treeText } from './tree.ts'

/** `section`: the headline of the innermost section; empty outside of all. */
export type OpenPlaceholder = { text: string; section: string }

/** All unreplaced placeholders that a reader would see, in reading order. */
export function findOpenPlaceholders(document: Tree): OpenPlaceholder[] {
  const places: OpenPlaceholder[] = []
  const waiting: { node: Tree; parent?: Tree; section: string }[] = [{ node: document, section: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, parent, section } = next
    const children = node.content ?? []
    const own = node.type === 'section' ? children.find(({ type }) => type === 'section_headline') : undefined
    const inside = own ? treeText(own) : section
    if (isNewSectionText(node, parent)) places.push({ text: treeText(node), section })
    else if (node.type !== 'code_block' && children.some(({ text }) => text !== undefined))
      places.push(...wordsBetweenBrackets(joinTexts(children)).map(({ text }) => ({ text, section })))
    for (const child of children.toReversed()) waiting.push({ node: child, parent: node, section: inside })
  }
  return places
}

const isNewSectionText = (node: Tree, parent: Tree | undefined) =>
  node.type === 'section_headline'
    ? treeText(node) === NEW_SECTION_TEXTS.headline
    : node.type === 'paragraph' &&
      parent?.type === 'section_body' &&
      treeText(node) === NEW_SECTION_TEXTS.body

/** A node that is not text separates words. */
const joinTexts = (nodes: readonly Tree[]) => nodes.map(({ text }) => text ?? '\n').join('')
