/** The tags of `If-Match` or `If-None-Match`, strong and weak alike. */
export const tagsOf = (header: string | undefined) =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** Whether such a header names a version: a star does, or its tag in a list. */
export const names = (header: string | undefined, etag: string) =>
  tagsOf(header).some((tag) => tag === '*' || tag === etag)
