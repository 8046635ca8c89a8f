// What this browser remembers beyond a visit, until somebody signs out. One that keeps nothing (a private window, a
// full disk) throws when it is only asked, and keeps nobody from going on.

export function remember(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Then it lasts until the page is left.
  }
}

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
