// Highlights search words on the target screen and scrolls to the first, using the CSS Custom Highlight API, so
// the DOM stays unchanged.
import { findWordStartMatches, highlightsOf, type Match, searchWordsOf } from '#contract/words/matches.ts'

const HIGHLIGHT_NAME = 'found'

/** Returns a function to remove the highlights; undefined without a match. */
export function highlightMatches(within: Element, filter: string): (() => void) | undefined {
  const words = searchWordsOf(filter)
  if (words.length === 0) return undefined
  const texts = [...textsOf(within)]
  const beginnings = texts.flatMap((text) => rangesOf(text, findWordStartMatches(text.data, words)))
  // Matches inside of words are marked only if no word begins with the search: the search itself finds a
  // process by beginnings of words.
  const ranges =
    beginnings.length > 0
      ? beginnings
      : texts.flatMap((text) => rangesOf(text, highlightsOf(text.data, words)))
  const [first] = ranges
  if (!first) return undefined
  first.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
  // Older browsers only scroll.
  if (!globalThis.CSS.highlights) return () => {}
  const marks = new Highlight(...ranges)
  CSS.highlights.set(HIGHLIGHT_NAME, marks)
  return () => {
    if (CSS.highlights.get(HIGHLIGHT_NAME) === marks) CSS.highlights.delete(HIGHLIGHT_NAME)
  }
}

function* textsOf(within: Element): Generator<Text> {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text
}

const rangesOf = (text: Text, places: readonly Match[]) =>
  places.map(({ from, to }) => rangeOf(text, from, to))

function rangeOf(text: Text, from: number, to: number): Range {
  const range = document.createRange()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}
