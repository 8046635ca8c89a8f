/** `npm run proof -- operation`: all proofs of how Kontor is run, by their names in proof/main.ts. */
export const operation = [
  'damage', // a damaged data folder is told of in a sentence
]
