// Loaded into every test file. A file whose process does not end, for example because a connection stays
// open, fails after this time (ms).
const LIMIT = 600_000

setTimeout(() => {
  console.error(`Not done after ${LIMIT / 1000} s.`)
  process.exit(1)
}, LIMIT).unref()
