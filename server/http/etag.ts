/** Whether `If-Match` or `If-None-Match` names a version: a star does, or its tag in a list. */
export const names = (header: string | undefined, etag: string) =>
  (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag)
