// Chapters of the handbook. A chapter is loaded when it is opened, a search loads all of them.
import { type Chapter, contents, load } from 'virtual:handbook'

const chapterCache = new Map<string, Promise<Chapter>>()

/** Cached promise, as `use` requires. */
export function loadChapter(key: string): Promise<Chapter> {
  const chapter = chapterCache.get(key) ?? fetchChapter(key)
  chapterCache.set(key, chapter)
  return chapter
}

async function fetchChapter(key: string): Promise<Chapter> {
  const chapter = await load[key]?.()
  if (!chapter) throw new Error(`no chapter ${key}`)
  return chapter.chapter
}

let handbookPromise: Promise<Chapter[]> | undefined
export function loadHandbook(): Promise<Chapter[]> {
  handbookPromise ??= Promise.all(contents.map(({ key }) => loadChapter(key)))
  return handbookPromise
}
