// Finds words in the handbook as the search over everything does: by their beginnings, umlauts folded.

import type { Block, Chapter, Inline, Section } from 'virtual:handbook'
import { excerptOf, placesOf, wantedWords } from '#contract/words/found.ts'

export type HelpHit = { chapter: Chapter; section: Section; excerpt: string }

/** Sections that have every word; those that have one in their heading come first. */
export function searchHelp(chapters: readonly Chapter[], filter: string): HelpHit[] {
  const words = wantedWords(filter)
  if (words.length === 0) return []
  const hasAll = (text: string) => words.every((word) => placesOf(text, [word]).length > 0)
  const hits = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section) => {
      const text = section.blocks.map(textOfBlock).join(' ')
      if (!hasAll(`${section.title} ${text}`)) return []
      const isNamed = placesOf(section.title, words).length > 0
      return [{ isNamed, chapter, section, excerpt: excerptOf(text, words) }]
    }),
  )
  return hits.toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed))
}

export const textOf = (words: readonly Inline[]): string =>
  words
    .map((one) => {
      if (typeof one === 'string') return one
      if ('bold' in one) return textOf(one.bold)
      return 'code' in one ? one.code : textOf(one.words)
    })
    .join('')

function textOfBlock(block: Block): string {
  if (block.kind === 'text') return textOf(block.words)
  if (block.kind === 'list') return block.items.map(textOf).join(' ')
  if (block.kind === 'table') return [block.head, ...block.rows].flat().map(textOf).join(' ')
  return block.alt
}
