import { type DocsSearch, startSearch } from './search.ts'

/** The list as it was last looked at in this window: the way back from a process leads there. */
let last = startSearch
export const lastList = () => last
export function rememberList(search: DocsSearch) {
  last = search
}
