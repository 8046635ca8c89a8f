// Loaded into every test file. A file whose process does not end, for example because a connection stays
// open, fails after this time (ms).
const FILE_TIMEOUT_MS = 600_000

setTimeout(() => {
  console.error(`Not done after ${FILE_TIMEOUT_MS / 1000} s.`)
  process.exit(1)
}, FILE_TIMEOUT_MS).unref()
