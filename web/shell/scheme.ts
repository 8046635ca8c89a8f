// Light or dark in this browser: by device, unless chosen.
import { remember, remembered } from '#web/local-storage.ts'

export type Scheme = '' | 'light' | 'dark'

/** Also read in `main.tsx` before the first paint. */
const KEY = 'scheme'

export function chosenScheme(): Scheme {
  const stored = remembered(KEY)
  return stored === 'light' || stored === 'dark' ? stored : ''
}

export function chooseScheme(scheme: Scheme) {
  remember(KEY, scheme || undefined)
  document.documentElement.dataset['scheme'] = scheme
}
