/** Which way the pager can go; pages are counted from 0 inside and from 1 for people. */
export function pagerRange(page: number, pages: number) {
  const last = Math.max(pages - 1, 0)
  const at = Math.min(Math.max(page, 0), last)
  return {
    shown: pages > 1 || page > last,
    text: `Seite ${page + 1} von ${Math.max(pages, 1)}`,
    first: page > 0 ? 0 : undefined,
    // From beyond the end 'back' leads to the last page that exists.
    previous: page > last ? last : page > 0 ? at - 1 : undefined,
    next: page < last ? page + 1 : undefined,
    last: page < last ? last : undefined,
  }
}
