// Limits on the planner's answers, which count as hostile until checked.

export type Limits = typeof plannerLimits

export const plannerLimits = {
  /** Timeout for the whole answer, in ms. */
  time: 60_000,
  /** Timeout without a single received byte, in ms. */
  silence: 15_000,
  /** Bytes of text in a whole answer, after unpacking. */
  bytes: 64 * 1024 * 1024,
  /** Bytes of a file in the exchange folder, which is read as a whole. */
  fileBytes: 48 * 1024 * 1024,
  users: 50_000,
  groupsOfUser: 200,
  happenings: 20_000,
  /** Entries of all happenings of one answer together. */
  entries: 200_000,
  /** Bytes of one record's text. */
  recordBytes: 64 * 1024,
  /** Bytes of one happening's text with all its entries. */
  happeningBytes: 8 * 1024 * 1024,
}
