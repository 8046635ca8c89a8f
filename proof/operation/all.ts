/** `npm run proof -- operation`: all proofs of how Kontor is run, by their names in proof/main.ts. */
export const operation = [
  'backup', // restored in time, and hardly felt while it is made
  'recovery', // back to a chosen second
]
