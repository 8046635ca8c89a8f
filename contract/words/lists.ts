// Limits of every list that both sides use as they are.

/** Rows that a page may have at most. */
export const mostOfPage = 200
