// Light or dark in this browser: by device, unless chosen.
import { readLocal, writeLocal } from '#web/local-storage.ts'

export type ColourScheme = '' | 'light' | 'dark'

/** Also read in `main.tsx` before the first paint. */
const KEY = 'scheme'

export function getColourScheme(): ColourScheme {
  const stored = readLocal(KEY)
  return stored === 'light' || stored === 'dark' ? stored : ''
}

export function setColourScheme(scheme: ColourScheme) {
  writeLocal(KEY, scheme || undefined)
  document.documentElement.dataset['scheme'] = scheme
}
