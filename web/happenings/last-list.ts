import { type HappeningsSearch, happeningsSearch } from './search.ts'

/** Last state of the list in this window, for the way back from a happening. */
let last: HappeningsSearch | undefined
export const lastList = () => last ?? happeningsSearch({})
export function rememberList(search: HappeningsSearch) {
  last = search
}
