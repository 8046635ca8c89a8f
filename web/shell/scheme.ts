// Whether the app is light or dark in this browser: as the device is, unless somebody has chosen otherwise.
import { remember, remembered } from '#web/local-storage.ts'

export type Scheme = '' | 'light' | 'dark'

/** As `main.tsx` reads it before the first paint. */
const KEY = 'scheme'

export function chosenScheme(): Scheme {
  const known = remembered(KEY)
  return known === 'light' || known === 'dark' ? known : ''
}

export function chooseScheme(scheme: Scheme) {
  remember(KEY, scheme || undefined)
  document.documentElement.dataset['scheme'] = scheme
}
