// Chapters of the handbook: loaded when read, all of them for a search.
import { type Chapter, contents, load } from 'virtual:handbook'

const fetched = new Map<string, Promise<Chapter>>()

/** Cached promise, as `use` requires. */
export function chapterText(key: string): Promise<Chapter> {
  const known = fetched.get(key) ?? fetchChapter(key)
  fetched.set(key, known)
  return known
}

async function fetchChapter(key: string): Promise<Chapter> {
  const found = await load[key]?.()
  if (!found) throw new Error(`no chapter ${key}`)
  return found.chapter
}

let whole: Promise<Chapter[]> | undefined
export function wholeHandbook(): Promise<Chapter[]> {
  whole ??= Promise.all(contents.map(({ key }) => chapterText(key)))
  return whole
}
