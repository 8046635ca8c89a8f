// Values that are still being written when their page ends. Chromium drops some transactions of a page that ends,
// also committed ones. localStorage takes a value at once; the next visit moves it into the store.
const START = 'page-end/'
type Left = { value?: unknown }

/** By key. */
const underWay = new Map<string, Left>()
/** Keys that this page has left, though it lives on. */
const left = new Set<string>()

/** Follows a write of a value until it is stored. */
export async function untilStored<T>(key: string, value: unknown, writing: Promise<T>): Promise<T> {
  const own = { value }
  underWay.set(key, own)
  const result = await writing
  if (underWay.get(key) === own) {
    underWay.delete(key)
    if (left.delete(key)) localStorage.removeItem(START + key)
  }
  return result
}

/** Puts what earlier pages have left. `put` resolves once it is stored. */
export async function takeLeft(put: (records: [key: string, value: unknown][]) => Promise<void>) {
  const notes = namesOfLeft().map((name) => [name, localStorage.getItem(name) ?? '{}'] as const)
  if (notes.length === 0) return
  await put(notes.map(([name, text]) => [name.slice(START.length), (JSON.parse(text) as Left).value]))
  for (const [name, text] of notes) if (localStorage.getItem(name) === text) localStorage.removeItem(name)
}

/** Of all keys that start so. */
export function forgetLeft(start: string) {
  for (const name of namesOfLeft()) if (name.startsWith(START + start)) localStorage.removeItem(name)
}

/** None where the browser allows no localStorage. */
function namesOfLeft(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(START))
  } catch {
    return []
  }
}

/** A photo may be larger than what localStorage takes. */
function leave() {
  for (const [key, own] of underWay)
    try {
      localStorage.setItem(START + key, JSON.stringify(own))
      left.add(key)
    } catch {}
}

// At the window, after everything that writes at the last moment itself.
globalThis.addEventListener?.('pagehide', leave)
globalThis.addEventListener?.('visibilitychange', () => document.visibilityState === 'hidden' && leave())
