/** `npm run proof -- operation`: all proofs of how Kontor is run, by their names in proof/main.ts. */
export const operation = [
  'install', // clean clones in fresh Debian systems
]
