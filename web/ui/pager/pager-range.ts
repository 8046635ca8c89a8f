/** Possible moves; pages are 0-based internally, 1-based in texts. */
export function pagerRange(page: number, pages: number) {
  const last = Math.max(pages - 1, 0)
  const at = Math.min(Math.max(page, 0), last)
  return {
    shown: pages > 1,
    text: `Seite ${at + 1} von ${Math.max(pages, 1)}`,
    first: at > 0 ? 0 : undefined,
    previous: at > 0 ? at - 1 : undefined,
    next: at < last ? at + 1 : undefined,
    last: at < last ? last : undefined,
    /** The page in the address no longer exists: the one to go to. */
    beyond: page > last ? last : undefined,
  }
}
