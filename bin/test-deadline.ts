// Loaded into each test file: a file that does not end, because something in it stays open, fails after this
// time (ms).
const LIMIT = 600_000

setTimeout(() => {
  console.error(`Not done after ${LIMIT / 1000} s.`)
  process.exit(1)
}, LIMIT).unref()
