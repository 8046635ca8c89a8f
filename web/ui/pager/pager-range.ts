/** Which way the pager can go; pages are counted from 0 inside and from 1 for people. */
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
    /** The address asks for a page that is no more: the one to be shown instead. */
    beyond: page > last ? last : undefined,
  }
}
