// Search in the handbook, with the rules of the global search: prefixes of words, folded umlauts. It also finds
// synonyms.

import type { Block, Chapter, Inline, Section } from 'virtual:handbook'
import { createMatcher, excerptOf, findWordStartMatches, wordsOf } from '#contract/words/matches.ts'
import { synonyms } from './synonyms.ts'

type HelpHit = { chapter: Chapter; section: Section; excerpt: string }

/** One way to express a search term: words that must all occur. */
type Phrasing = readonly string[]

/** Sections that match every search term. Matches in headings come first. */
export function searchHelp(chapters: readonly Chapter[], filter: string): HelpHit[] {
  const wanted = expandSynonyms(wordsOf(filter))
  if (wanted.length === 0) return []
  const hits = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section) => {
      const { text, has } = readSection(section)
      const ways = wanted.map((ways) => ways.find((way) => way.every(has)))
      if (ways.includes(undefined)) return []
      const words = ways.flatMap((way) => way ?? [])
      const isNamed = findWordStartMatches(section.title, words).length > 0
      return [{ isNamed, chapter, section, excerpt: excerptOf(text, words) }]
    }),
  )
  return hits.toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed))
}

type SectionText = { text: string; has: (word: string) => boolean }
const sectionCache = new WeakMap<Section, SectionText>()

/** Cached, since the handbook is static. */
function readSection(section: Section): SectionText {
  const cached = sectionCache.get(section)
  if (cached) return cached
  const text = section.blocks.map(textOfBlock).join(' ')
  const placesThere = createMatcher(`${section.title} ${text}`)
  const matches = new Map<string, boolean>()
  const has = (word: string) => {
    const isThere = matches.get(word) ?? placesThere([word]).length > 0
    matches.set(word, isThere)
    return isThere
  }
  sectionCache.set(section, { text, has })
  return { text, has }
}

/** Alternatives for each search term: the words as typed, then the handbook's words for them. */
function expandSynonyms(typed: readonly string[]): Phrasing[][] {
  const wanted: Phrasing[][] = []
  for (let from = 0; from < typed.length; ) {
    const [length, means] = longestSynonym(typed.slice(from))
    wanted.push([typed.slice(from, from + length), ...means])
    from += length
  }
  return wanted
}

const synonymRows = synonyms.map(([typed, means]) => ({
  typed: typed.map(wordsOf),
  means: means.map(wordsOf),
}))

/** Longest synonym at the start of `words`: the number of its words, and the handbook's words for it. */
function longestSynonym(words: readonly string[]): [length: number, means: Phrasing[]] {
  const meanings = synonymRows.flatMap(({ typed, means }) =>
    typed
      .filter((name) => name.every((part, at) => isTypedPrefix(part, words[at])))
      .map((name) => ({ length: name.length, means })),
  )
  const length = Math.max(1, ...meanings.map((one) => one.length))
  return [length, meanings.filter((one) => one.length === length).flatMap(({ means }) => means)]
}

/**
 * True if `typed` is a prefix of the name. A name of three letters or more needs at least three of them, a shorter
 * name needs all.
 */
const isTypedPrefix = (name: string, typed = '') =>
  findWordStartMatches(name, [typed]).length > 0 && typed.length >= Math.min(3, name.length)

const inlineText = (words: readonly Inline[]): string =>
  words
    .map((one) => {
      if (typeof one === 'string') return one
      if ('bold' in one) return inlineText(one.bold)
      return 'code' in one ? one.code : inlineText(one.words)
    })
    .join('')

function textOfBlock(block: Block): string {
  if (block.kind === 'heading') return block.title
  if (block.kind === 'text') return inlineText(block.words)
  if (block.kind === 'list') return block.items.map(inlineText).join(' ')
  if (block.kind === 'table') return [block.head, ...block.rows].flat().map(inlineText).join(' ')
  return block.alt
}
