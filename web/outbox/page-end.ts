// Values that are still being written when their page ends. Chromium drops some transactions of a page that ends,
// also committed ones. localStorage takes a value at once; the next visit moves it into the store.
const PREFIX = 'page-end/'
type Spilled = { value?: unknown }

/** Values being written, by key. */
const underWay = new Map<string, Spilled>()
/** Keys spilled by this page, should it live on. */
const spilledKeys = new Set<string>()

/** Follows a write of a value until it is stored. */
export async function untilStored<T>(key: string, value: unknown, writing: Promise<T>): Promise<T> {
  const own = { value }
  underWay.set(key, own)
  const result = await writing
  if (underWay.get(key) === own) {
    underWay.delete(key)
    if (spilledKeys.delete(key)) localStorage.removeItem(PREFIX + key)
  }
  return result
}

/** Stores the values spilled by earlier pages. `put` resolves once they are stored. */
export async function restoreSpilled(put: (records: [key: string, value: unknown][]) => Promise<void>) {
  const notes = spilledNames().map((name) => [name, localStorage.getItem(name) ?? '{}'] as const)
  if (notes.length === 0) return
  await put(notes.map(([name, text]) => [name.slice(PREFIX.length), (JSON.parse(text) as Spilled).value]))
  for (const [name, text] of notes) if (localStorage.getItem(name) === text) localStorage.removeItem(name)
}

/** Drops spilled values by key prefix. */
export function dropSpilled(start: string) {
  for (const name of spilledNames()) if (name.startsWith(PREFIX + start)) localStorage.removeItem(name)
}

/** None where the browser allows no localStorage. */
function spilledNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
  } catch {
    return []
  }
}

/** A photo may be larger than what localStorage takes. */
function spill() {
  for (const [key, own] of underWay)
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(own))
      spilledKeys.add(key)
    } catch {}
}

// At the window, after everything that writes at the last moment itself.
globalThis.addEventListener?.('pagehide', spill)
globalThis.addEventListener?.('visibilitychange', () => document.visibilityState === 'hidden' && spill())
