// Routing of the service worker's requests. If `ruleFor` returns undefined, the browser sends the request itself.

export const PAGE = '/ui/'
export const ASSETS = '/ui/assets/'

/** Addresses that redirect to the page, since people type or bookmark them. */
const STARTS = ['/', '/ui']

export type Rule = 'page' | 'to the page' | 'named by its content' | 'file' | 'call'
type FetchRequest = { method: string; mode: string; url: string }

export function ruleFor(
  { method, mode, url }: FetchRequest,
  origin: string,
  files: readonly string[],
): Rule | undefined {
  const { origin: theirs, pathname } = new URL(url)
  if (method !== 'GET' || theirs !== origin) return undefined
  if (pathname.startsWith(ASSETS)) return 'named by its content'
  if (files.includes(pathname) && pathname !== PAGE) return 'file'
  if (mode === 'navigate' && STARTS.includes(pathname)) return 'to the page'
  if (mode !== 'navigate') return pathname.startsWith(PAGE) || pathname === '/ui' ? undefined : 'call'
  return pathname.startsWith(PAGE) ? 'page' : undefined
}
