/** For what fails without anybody missing it: the specification wants it logged, and no more. */
export function logOnly(what: string, problem: unknown) {
  // oxlint-disable-next-line eslint/no-console -- that is the log of a browser
  console.warn(what, problem)
}
