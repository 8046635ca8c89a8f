// Highlights search words on the target screen and scrolls to the first, using the CSS Custom Highlight API, so
// the DOM stays unchanged.
import { marksOf, wantedWords } from '#contract/words/matches.ts'

const NAME = 'found'

/** Returns a function to remove the highlights; undefined without a match. */
export function highlightMatches(within: Element, filter: string): (() => void) | undefined {
  const words = wantedWords(filter)
  if (words.length === 0) return undefined
  const ranges = [...textsOf(within)].flatMap((text) =>
    marksOf(text.data, words).map(({ from, to }) => rangeOf(text, from, to)),
  )
  const [first] = ranges
  if (!first) return undefined
  first.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' })
  // Older browsers only scroll.
  if (!globalThis.CSS.highlights) return () => {}
  const marks = new Highlight(...ranges)
  CSS.highlights.set(NAME, marks)
  return () => {
    if (CSS.highlights.get(NAME) === marks) CSS.highlights.delete(NAME)
  }
}

function* textsOf(within: Element): Generator<Text> {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text
}

function rangeOf(text: Text, from: number, to: number): Range {
  const range = document.createRange()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}
