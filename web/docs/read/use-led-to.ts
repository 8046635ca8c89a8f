// Whoever comes from the search is led to the words in the text, or to the field that they have filled in.
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import type { Tree } from '#contract/document/tree.ts'
import { leadTo } from './lead-to.ts'
import type { Reading } from './reading.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/show')

export function useLedTo(page: RefObject<HTMLElement | null>, content: Tree, reading: Reading) {
  const { find, field } = route.useSearch()
  useEffect(() => {
    const { current } = page
    if (!current || (find === undefined && field === undefined)) return undefined
    return leadTo(current, content, reading, { find, field })
    // oxlint-disable-next-line react/exhaustive-deps -- once on arrival: later changes of the text lead nobody away
  }, [find, field])
}
