/**
 * The address of a photo in an answer, and the id back from an address. A module of its own, loaded with the
 * first photo.
 */
export const photoPath = (id: string) => `/docs/photos/${id}/`
export const photoIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^\/docs\/photos\/([\w-]{22})\/$/.exec(value)?.[1] : undefined
