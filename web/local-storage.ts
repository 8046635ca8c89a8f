// localStorage, cleared on logout. Access may throw (private window, full disk), which is ignored.

export function writeLocal(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The value is then not remembered beyond this page.
  }
}

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
