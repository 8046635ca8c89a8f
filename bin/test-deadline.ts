// Loaded into each file of tests: one that does not end, since something of it stays open, fails after a while.
const LIMIT = 300_000

setTimeout(() => {
  console.error(`Not done after ${LIMIT / 1000} s.`)
  process.exit(1)
}, LIMIT).unref()
