/** For failures without consequence: the specification requires a log only. */
export function logOnly(what: string, problem: unknown) {
  // oxlint-disable-next-line eslint/no-console -- that is the log of a browser
  console.warn(what, problem)
}
