// A large collection of what nobody needs any more stops everybody for a tenth of a second, and while it looks
// through the memory it takes half of the core: beside thousands of people one came every half minute. So memory may
// grow to four times what is needed before the next one, and is given back once ten minutes were quiet.
import { setFlagsFromString } from 'node:v8'

export const RARELY = ['--heap-growing-percent=300', '--gc-memory-reducer-start-delay-ms=600000']

/** The runtime has settings for both, which count from the moment they are set. */
export function collectRarely() {
  for (const setting of RARELY) setFlagsFromString(setting)
}
