/** The tags of `If-Match` or `If-None-Match`, strong and weak alike. */
export const tagsOf = (header: string | undefined) =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** True if the header names this version: by a star, or by its tag in a list. */
export const matchesEtag = (header: string | undefined, etag: string) =>
  tagsOf(header).some((tag) => tag === '*' || tag === etag)
