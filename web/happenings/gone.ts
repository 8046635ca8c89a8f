import { Failed } from '#web/api.ts'

/** There is no such happening, or not for this user; an address that is no number names none either. */
export const isGone = (error: unknown) =>
  error instanceof Failed && (error.status === 404 || error.status === 422)
