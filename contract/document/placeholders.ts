/** What a new section is called and says until somebody writes over it. */
import { nodesOf, type Tree, textOf } from './tree.ts'

export const NEW_SECTION = { headline: 'New Section', body: 'New Section Body' }

/** Whether somebody who reads the document would find what nobody has written over. */
export const hasPlaceholders = (document: Tree): boolean =>
  [...nodesOf(document)].some((node) =>
    node.type === 'section_headline'
      ? textOf(node) === NEW_SECTION.headline
      : node.type === 'section_body' && (node.content ?? []).some(isBody),
  )

const isBody = (block: Tree) => block.type === 'paragraph' && textOf(block) === NEW_SECTION.body
