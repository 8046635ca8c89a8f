// Chapters of the handbook. A chapter is loaded when it is opened, a search loads all of them.
import { type Chapter, contents, load } from 'virtual:handbook'

const fetched = new Map<string, Promise<Chapter>>()

/** Cached promise, as `use` requires. */
export function chapterText(key: string): Promise<Chapter> {
  const chapter = fetched.get(key) ?? fetchChapter(key)
  fetched.set(key, chapter)
  return chapter
}

async function fetchChapter(key: string): Promise<Chapter> {
  const chapter = await load[key]?.()
  if (!chapter) throw new Error(`no chapter ${key}`)
  return chapter.chapter
}

let whole: Promise<Chapter[]> | undefined
export function wholeHandbook(): Promise<Chapter[]> {
  whole ??= Promise.all(contents.map(({ key }) => chapterText(key)))
  return whole
}
