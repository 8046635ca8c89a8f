import { type HappeningsSearch, happeningsSearch } from './search.ts'

/** The list as it was last looked at in this window: the way back from a happening leads there. */
let last: HappeningsSearch | undefined
export const lastList = () => last ?? happeningsSearch({})
export function rememberList(search: HappeningsSearch) {
  last = search
}
