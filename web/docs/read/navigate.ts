// Scrolls to a field, a section, or a match of the search.
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { SectionOutline } from '#contract/document/outline.ts'
import { type Tree, treeText } from '#contract/document/tree.ts'
import { findWordStartMatches, searchWordsOf } from '#contract/words/matches.ts'
import { highlightMatches } from '#web/find/mark.ts'
import { scrollBehavior } from '#web/ui/media.ts'
import type { Reading } from './reading.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/show')

/** The focusable part of a field. */
export const FOCUSABLE_SELECTOR = ':is(input, textarea, select, [data-enter])'

type OutlineAndFolds = Pick<Reading, 'outline' | 'folds'>

/**
 * Opens the sections synchronously, so that the field can be focused within the event handler. Phones open their
 * keyboard only for a focus within it.
 */
function revealSections({ outline, folds }: OutlineAndFolds, sections: Iterable<SectionOutline>) {
  flushSync(() => {
    for (const section of sections) folds.reveal(section, outline.sections)
  })
}

function focusField(place: OutlineAndFolds, name: string, behavior: ScrollBehavior) {
  const around = place.outline.aroundField.get(name)?.at(-1)
  revealSections(
    place,
    place.outline.sections.filter(({ key }) => key === around),
  )
  const field = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(name)}"] ${FOCUSABLE_SELECTOR}`,
  )
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center', behavior })
  return field
}

export function goToField(place: OutlineAndFolds, name: string) {
  const field = focusField(place, name, scrollBehavior())
  // Selected, so that typing replaces a wrong number.
  if (field instanceof HTMLInputElement) field.select()
}

export function goToSection(place: OutlineAndFolds, section: SectionOutline) {
  revealSections(place, [section])
  const target = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(section.key)}"]`)
  target?.querySelector('button')?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'start', behavior: scrollBehavior() })
}

/**
 * Scrolls to the field or words of the address when the screen opens and when the address changes, but not after
 * changes of the content. Words are also marked.
 */
export function useScrollOnArrival(
  page: RefObject<HTMLElement | null>,
  content: Tree,
  place: OutlineAndFolds,
) {
  const { find, field } = route.useSearch()
  useEffect(() => {
    if (find === undefined && field === undefined) return undefined
    let unmark: (() => void) | undefined
    // Deferred, since flushSync is not possible inside an effect.
    const arrival = setTimeout(() => {
      if (field !== undefined) {
        focusField(place, field, 'instant')
        return
      }
      revealSections(place, sectionsWithMatch(content, searchWordsOf(find ?? ''), place.outline.byNode))
      if (page.current) unmark = highlightMatches(page.current, find ?? '')
    })
    return () => {
      clearTimeout(arrival)
      unmark?.()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- on arrival only, not after changes of the content
  }, [find, field])
}

/** The innermost sections with a match. */
function sectionsWithMatch(content: Tree, words: string[], byNode: ReadonlyMap<Tree, SectionOutline>) {
  const matches = new Set<SectionOutline>()
  const waiting: { node: Tree; within: SectionOutline | undefined }[] = [{ node: content, within: undefined }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, within } = next
    const inside = byNode.get(node) ?? within
    if (inside && node.content?.some(({ text }) => text !== undefined)) {
      if (findWordStartMatches(treeText(node), words).length > 0) matches.add(inside)
    } else for (const child of node.content ?? []) waiting.push({ node: child, within: inside })
  }
  return matches
}
