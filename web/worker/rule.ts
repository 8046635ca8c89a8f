// Routing of the service worker's requests. If `ruleFor` returns undefined, the browser sends the request itself.

export const PAGE_PATH = '/ui/'
export const ASSETS_PATH = '/ui/assets/'

/** Addresses that redirect to the page, since people type or bookmark them. */
const ENTRY_PATHS = ['/', '/ui']

export type FetchRule = 'page' | 'to the page' | 'named by its content' | 'file' | 'call'
type FetchRequest = { method: string; mode: string; url: string }

export function ruleFor(
  { method, mode, url }: FetchRequest,
  origin: string,
  files: readonly string[],
): FetchRule | undefined {
  const { origin: theirs, pathname } = new URL(url)
  if (method !== 'GET' || theirs !== origin) return undefined
  if (pathname.startsWith(ASSETS_PATH)) return 'named by its content'
  if (files.includes(pathname) && pathname !== PAGE_PATH) return 'file'
  if (mode === 'navigate' && ENTRY_PATHS.includes(pathname)) return 'to the page'
  if (mode !== 'navigate') return pathname.startsWith(PAGE_PATH) || pathname === '/ui' ? undefined : 'call'
  return pathname.startsWith(PAGE_PATH) ? 'page' : undefined
}
