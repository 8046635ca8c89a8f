// Values that are still being written when their page ends. Chromium drops some transactions of a page that ends, also
// committed ones. localStorage takes a value at once: another window, or the next visit, moves it into the store.
const START = 'page-end/'
/** Undefined deletes. */
type Spilled = { value?: unknown }

/** Values whose write is not confirmed yet, by key. */
const underWay = new Map<string, Spilled>()
let isEnding = false

/**
 * Remembers a value until it is stored, so that a page that ends can spill it. Resolves with undefined if the
 * store has refused it.
 */
export async function untilStored<T>(
  key: string,
  value: unknown,
  writing: Promise<T | undefined>,
): Promise<T | undefined> {
  const own = { value }
  underWay.set(key, own)
  if (isEnding) spill()
  const stored = await writing
  if (underWay.get(key) === own) underWay.delete(key)
  // The stored value is at least as new as a spilled one of this key.
  if (stored !== undefined && !underWay.has(key)) drop(START + key)
  return stored
}

/** Moves the values that ended pages have spilled into the store. Returns their keys. */
export async function restoreSpilled(put: (key: string, value: unknown) => Promise<unknown>) {
  const restored: string[] = []
  for (const name of spilledNames()) {
    const text = localStorage.getItem(name)
    // Another window was first.
    if (text === null) continue
    const key = name.slice(START.length)
    try {
      await put(key, (fromText(text) as Spilled).value)
      restored.push(key)
      if (localStorage.getItem(name) === text) drop(name)
    } catch (error) {
      reportError(error)
    }
  }
  return restored
}

/** Calls `act` when another window has spilled a value. */
export function onSpilled(act: () => Promise<unknown>) {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key?.startsWith(START) && newValue !== null) void act()
  })
}

/** Drops all values whose key has this prefix: spilled ones, and those still being written. */
export function dropSpilled(start: string) {
  for (const key of underWay.keys()) if (key.startsWith(start)) underWay.delete(key)
  for (const name of spilledNames()) if (name.startsWith(START + start)) drop(name)
}

function drop(name: string) {
  try {
    localStorage.removeItem(name)
  } catch {}
}

/** None where the browser allows no localStorage. */
function spilledNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(START))
  } catch {
    return []
  }
}

function spill() {
  const all = [...underWay].map(([key, own]) => ({ key, own, isDeletion: own.value === undefined }))
  const areLeft = all.filter(({ isDeletion }) => !isDeletion).map(spillValue)
  // Deletions are spilled only if all values were. A photo may be too large for localStorage, and then the record
  // that it replaces must not be deleted.
  if (areLeft.every(Boolean)) all.filter(({ isDeletion }) => isDeletion).forEach(spillValue)
}

function spillValue({ key, own }: { key: string; own: Spilled }): boolean {
  try {
    localStorage.setItem(START + key, toText(own))
    return true
  } catch {
    return false
  }
}

/** JSON that knows Date and Map. */
const toText = (value: unknown) =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
    const raw = this[key]
    if (raw instanceof Date) return { $date: raw.toISOString() }
    return raw instanceof Map ? { $map: [...raw] } : plain
  })

export const fromText = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if ('$date' in value) return new Date(String(value.$date))
    return '$map' in value ? new Map(value.$map as [unknown, unknown][]) : value
  })

// Writes that begin before this event are spilled here, later ones when they begin.
globalThis.addEventListener?.('pagehide', () => {
  isEnding = true
  spill()
})
globalThis.addEventListener?.('pageshow', () => (isEnding = false))
