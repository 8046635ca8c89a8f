// Images of documents, answers and chats: whatever has been looked at is kept like the answers, and stands in where
// it cannot be loaded. Heard of for the whole page, since no screen has to do anything about it.
import { bytesOf } from './read.ts'

const OURS = /^\/(docs\/photos|(docs|chat\/(groups|direct)\/\d+)\/images)\//

/** `user_id`: to whom the server gave it. */
export type LoadedImage = { path: string; bytes: Uint8Array<ArrayBuffer>; user_id: number }
/** Answers false where it has no room for it now. */
type Receiver = (image: LoadedImage) => boolean

let receive: Receiver | undefined
let isListening = false
const offered = new Set<string>()
/** Of each image what it was to show last and has no copy either. */
const missing = new WeakMap<HTMLImageElement, string>()

/** Whoever keeps them is given each once, from those on that are shown by now. */
export function onImage(receiver: Receiver) {
  receive = receiver
  for (const image of document.images) if (image.complete) void offer(image)
}

/** Nobody keeps them: whoever does next is given all anew. */
export function noImages() {
  receive = undefined
  offered.clear()
}

export function keepImages() {
  if (isListening) return
  isListening = true
  // These events do not rise: the document hears of them on their way down.
  document.addEventListener('load', ({ target }) => void offer(target), true)
  document.addEventListener('error', standIn, true)
}

async function offer(target: EventTarget | null) {
  const path = pathOf(target)
  if (path === undefined || !receive || offered.has(path)) return
  offered.add(path)
  try {
    // The browser has it: nothing is asked of the server.
    const answer = await fetch(path, { cache: 'force-cache' })
    const user_id = Number(answer.headers.get('kontor-user'))
    const bytes = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
    if (bytes && receive?.({ path, bytes, user_id })) return
  } catch {
    // It was not to be had, as one that is answered with a refusal.
  }
  offered.delete(path)
}

function standIn(event: Event) {
  const { target } = event
  const path = pathOf(target)
  if (path === undefined || !(target instanceof HTMLImageElement) || missing.get(target) === path) return
  // Its screen hears of it only if there is no copy.
  event.stopImmediatePropagation()
  void showCopy(target, path)
}

async function showCopy(image: HTMLImageElement, path: string) {
  // The large one has perhaps never been looked at.
  const found = (await bytesOf(path)) ?? (await bytesOf(`${path}?size=small`))
  if (pathOf(image) !== path) return
  if (found) {
    const address = URL.createObjectURL(new Blob([found.data]))
    for (const end of ['load', 'error'])
      image.addEventListener(end, () => URL.revokeObjectURL(address), { once: true })
    image.src = address
    return
  }
  missing.set(image, path)
  image.dispatchEvent(new Event('error'))
}

function pathOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof HTMLImageElement)) return undefined
  const { origin, pathname, search } = new URL(target.src, location.href)
  return origin === location.origin && OURS.test(pathname) ? pathname + search : undefined
}
