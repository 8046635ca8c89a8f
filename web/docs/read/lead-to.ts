// Leads to the words in the text, or to the field that somebody has filled in.
import { type Tree, textOf } from '#contract/document/tree.ts'
import { placesOf, wantedWords } from '#contract/words/found.ts'
import { markFound } from '#web/find/mark.ts'
import type { SectionOutline } from './outline.ts'
import { ENTERED, type Reading } from './reading.ts'

export type Wanted = { find?: string | undefined; field?: string | undefined }

/** Returns what takes the marks off again. */
export function leadTo(
  page: HTMLElement,
  content: Tree,
  { outline, folds }: Reading,
  { find, field }: Wanted,
) {
  for (const section of field === undefined
    ? sectionsWith(content, wantedWords(find ?? ''), outline.byNode)
    : outline.sections.filter(({ key }) => key === outline.aroundField.get(field)?.at(-1)))
    folds.reveal(section, outline.sections)
  let unmark: (() => void) | undefined
  // What has just been unfolded is drawn by then.
  const drawn = setTimeout(() => {
    if (field === undefined) unmark = markFound(page, find ?? '')
    else enter(page, field)
  })
  return () => {
    clearTimeout(drawn)
    unmark?.()
  }
}

function enter(page: HTMLElement, field: string) {
  const input = page.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"] ${ENTERED}`)
  input?.focus({ preventScroll: true })
  input?.scrollIntoView({ block: 'center' })
}

/** The innermost sections in which one of the words stands. */
function sectionsWith(content: Tree, words: string[], byNode: ReadonlyMap<Tree, SectionOutline>) {
  const found = new Set<SectionOutline>()
  const waiting: { node: Tree; within: SectionOutline | undefined }[] = [{ node: content, within: undefined }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, within } = next
    const inside = byNode.get(node) ?? within
    if (inside && node.content?.some(({ text }) => text !== undefined)) {
      if (placesOf(textOf(node), words).length > 0) found.add(inside)
    } else for (const child of node.content ?? []) waiting.push({ node: child, within: inside })
  }
  return found
}
