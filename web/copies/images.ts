/**
 * Images of documents, answers and chats: whatever has been looked at is kept like the answers, and stands in where it cannot be
 * loaded. Heard of for the whole page, since no screen has to do anything about it.
 */
import { bytesOf } from './read.ts'

const OURS = /^\/(docs\/photos|(docs|chat\/(groups|direct)\/\d+)\/images)\//

/** `user_id`: to whom the server gave it. */
export type LoadedImage = { path: string; bytes: Uint8Array<ArrayBuffer>; user_id: number }
type Receiver = (image: LoadedImage) => void

let receive: Receiver | undefined
let isListening = false
const offered = new Set<string>()
/** Those for which there is no copy either. */
const missing = new WeakSet<HTMLImageElement>()

/** Whoever keeps them is given each once. */
export function onImage(receiver: Receiver) {
  receive = receiver
  for (const image of document.images) if (image.complete) void offer(image)
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
    if (!answer.ok) return
    const user_id = Number(answer.headers.get('kontor-user'))
    receive({ path, bytes: new Uint8Array(await answer.arrayBuffer()), user_id })
  } catch {
    offered.delete(path)
  }
}

function standIn(event: Event) {
  const { target } = event
  const path = pathOf(target)
  if (path === undefined || !(target instanceof HTMLImageElement) || missing.has(target)) return
  // Its screen hears of it only if there is no copy.
  event.stopImmediatePropagation()
  void showCopy(target, path)
}

async function showCopy(image: HTMLImageElement, path: string) {
  // The large one has perhaps never been looked at.
  const found = (await bytesOf(path)) ?? (await bytesOf(`${path}?size=small`))
  if (pathOf(image) !== path) return
  if (found) {
    image.src = URL.createObjectURL(new Blob([found.data]))
    image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true })
    return
  }
  missing.add(image)
  image.dispatchEvent(new Event('error'))
}

function pathOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof HTMLImageElement)) return undefined
  const { origin, pathname, search } = new URL(target.src, location.href)
  return origin === location.origin && OURS.test(pathname) ? pathname + search : undefined
}
