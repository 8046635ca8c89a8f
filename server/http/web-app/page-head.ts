// What the page says in its head: what the server is called, and what its address begins with. A browser that reads
// it asks for all of that at once, instead of finding each piece in the one before. Nothing about a person stands
// there.

/**
 * By address, `$` for any one step: files of the build, some with the windows that they are for. Written by it
 * (vite.pieces.ts).
 */
export type FirstFiles = Record<string, readonly string[]>
/** As `/status/` says it. */
export type AppStatus = {
  name: string
  logo: string | null
  hash: string
  version: string
  can_mail: boolean
}

/** Whoever is signed in is asked for on every screen, before anything else. */
const CURRENT_USER = '/users/current/'

export function headOf(told: AppStatus, files: readonly string[], isSignedIn: boolean): string {
  const links = files.map((told) => {
    const [, file = '', media] = /^(\S+)(?: (.+))?$/.exec(told) ?? []
    const only = media ? ` media="${media}"` : ''
    if (!file.endsWith('.css')) return `<link rel="modulepreload" crossorigin href="/ui/${file}"${only}>`
    // One for another window would apply as soon as that is wide enough: it is only fetched ahead.
    const rel = media ? 'rel="preload" as="style"' : 'rel="stylesheet"'
    return `<link ${rel} crossorigin href="/ui/${file}"${only}>`
  })
  return [
    `<meta name="kontor-status" content="${attribute(JSON.stringify(told))}">`,
    ...(isSignedIn ? [`<link rel="preload" as="fetch" crossorigin="anonymous" href="${CURRENT_USER}">`] : []),
    ...links,
  ].join('\n')
}

const signs: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const attribute = (text: string) => text.replace(/[&"<>]/g, (sign) => signs[sign] as string)

/** The entry that an address belongs to. One that is written out comes before one with any step. */
export function placeOf(firstFiles: FirstFiles, url: string): string | undefined {
  const steps = stepsIn(url)
  const fits = (entry: string) => {
    const wanted = stepsOf(entry)
    return wanted.length === steps.length && wanted.every((step, at) => step === '$' || step === steps[at])
  }
  const fitting = Object.keys(firstFiles).filter(fits)
  return fitting.find((entry) => !entry.includes('$')) ?? fitting[0]
}

/** Of an address below /ui, without what it searches for. */
export const stepsIn = (url: string) => stepsOf(url.replace(/^\/ui/, '').replace(/[?#].*/s, ''))
const stepsOf = (path: string) => path.split('/').filter(Boolean)
