// Values that are still being written when their page ends. Chromium drops some transactions of a page that ends, also
// committed ones. localStorage takes a value at once: another window, or the next visit, moves it into the store.
const SPILL_PREFIX = 'page-end/'
/** Without `value` the record is to be deleted. */
type SpilledValue = { value?: unknown }

/** Values whose write is not confirmed yet, by key. */
const pendingWrites = new Map<string, SpilledValue>()
let isPageEnding = false

/**
 * Remembers a value until it is stored, so that a page that ends can spill it. Resolves with undefined if the
 * store has refused it.
 */
export async function trackWrite<T>(
  key: string,
  value: unknown,
  writing: Promise<T | undefined>,
): Promise<T | undefined> {
  const own = { value }
  pendingWrites.set(key, own)
  if (isPageEnding) spillPendingWrites()
  const stored = await writing
  if (pendingWrites.get(key) === own) pendingWrites.delete(key)
  // The stored value is at least as new as a spilled one of this key.
  if (stored !== undefined && !pendingWrites.has(key)) removeLocalItem(SPILL_PREFIX + key)
  return stored
}

/** Moves the values that ended pages have spilled into the store. Returns their keys. */
export async function restoreSpilled(put: (key: string, value: unknown) => Promise<unknown>) {
  const restored: string[] = []
  for (const name of spilledNames()) {
    const text = localStorage.getItem(name)
    // Another window was first.
    if (text === null) continue
    const key = name.slice(SPILL_PREFIX.length)
    try {
      await put(key, (deserialize(text) as SpilledValue).value)
      restored.push(key)
      if (localStorage.getItem(name) === text) removeLocalItem(name)
    } catch (error) {
      reportError(error)
    }
  }
  return restored
}

/** Calls `act` when another window has spilled a value. */
export function onSpilled(act: () => Promise<unknown>) {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key?.startsWith(SPILL_PREFIX) && newValue !== null) void act()
  })
}

/** Drops all values whose key has this prefix: spilled ones, and those still being written. */
export function dropSpilled(start: string) {
  for (const key of pendingWrites.keys()) if (key.startsWith(start)) pendingWrites.delete(key)
  for (const name of spilledNames()) if (name.startsWith(SPILL_PREFIX + start)) removeLocalItem(name)
}

function removeLocalItem(name: string) {
  try {
    localStorage.removeItem(name)
  } catch {}
}

/** Empty if the browser allows no localStorage. */
function spilledNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(SPILL_PREFIX))
  } catch {
    return []
  }
}

function spillPendingWrites() {
  const all = [...pendingWrites].map(([key, own]) => ({ key, own, isDeletion: own.value === undefined }))
  const areLeft = all.filter(({ isDeletion }) => !isDeletion).map(spillValue)
  // Deletions are spilled only if all values were. A photo may be too large for localStorage, and then the record
  // that it replaces must not be deleted.
  if (areLeft.every(Boolean)) all.filter(({ isDeletion }) => isDeletion).forEach(spillValue)
}

function spillValue({ key, own }: { key: string; own: SpilledValue }): boolean {
  try {
    localStorage.setItem(SPILL_PREFIX + key, serialize(own))
    return true
  } catch {
    return false
  }
}

/** JSON with support for Date and Map. */
const serialize = (value: unknown) =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
    const raw = this[key]
    if (raw instanceof Date) return { $date: raw.toISOString() }
    return raw instanceof Map ? { $map: [...raw] } : plain
  })

export const deserialize = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if ('$date' in value) return new Date(String(value.$date))
    return '$map' in value ? new Map(value.$map as [unknown, unknown][]) : value
  })

// Writes that begin before this event are spilled here, later ones when they begin.
globalThis.addEventListener?.('pagehide', () => {
  isPageEnding = true
  spillPendingWrites()
})
globalThis.addEventListener?.('pageshow', () => (isPageEnding = false))
