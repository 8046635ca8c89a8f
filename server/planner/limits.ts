/** Whatever the planner answers is hostile until checked. */
export type Limits = typeof limits

export const limits = {
  /** For the whole answer, in ms. */
  time: 60_000,
  /** Without a single byte, in ms. */
  silence: 15_000,
  /** Of text, after unpacking. */
  bytes: 64 * 1024 * 1024,
  /** Of a file in the exchange folder, which is read as a whole. */
  fileBytes: 16 * 1024 * 1024,
  users: 50_000,
  groupsOfUser: 200,
  /** Of one record's text. */
  recordBytes: 64 * 1024,
}
