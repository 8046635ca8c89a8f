// Whoever comes from the search is led to the words in the text, or to the field that they have filled in.
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { type Tree, textOf } from '#contract/document/tree.ts'
import { placesOf, wantedWords } from '#contract/words/found.ts'
import { markFound } from '#web/find/mark.ts'
import type { SectionOutline } from './outline.ts'
import type { Reading } from './reading.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/show')

export function useLedTo(page: RefObject<HTMLElement | null>, content: Tree, { outline, folds }: Reading) {
  const { find, field } = route.useSearch()
  useEffect(() => {
    const { current } = page
    if (!current || (find === undefined && field === undefined)) return undefined
    for (const section of field === undefined
      ? sectionsWith(content, wantedWords(find ?? ''), outline.byNode)
      : outline.sections.filter(({ key }) => key === outline.aroundField.get(field)?.at(-1)))
      folds.reveal(section, outline.sections)
    let unmark: (() => void) | undefined
    // What has just been unfolded is drawn by then.
    const drawn = setTimeout(() => {
      if (field === undefined) unmark = markFound(current, find ?? '')
      else enter(current, field)
    })
    return () => {
      clearTimeout(drawn)
      unmark?.()
    }
    // Once on arrival: later changes of the text lead nobody away from where they are.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [find, field])
}

function enter(page: HTMLElement, field: string) {
  const input = page.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"] :is(input, textarea)`)
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
