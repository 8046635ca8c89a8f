import { type DocsSearch, startSearch } from './search.ts'

/** Last state of the list in this window, for the way back from a process. */
let last = startSearch
export const lastList = () => last
export function rememberList(search: DocsSearch) {
  last = search
}
