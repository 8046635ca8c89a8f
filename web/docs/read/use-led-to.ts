// Whoever comes from the search is led to the words in the text, or to the field that they have filled in.
import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import type { Tree } from '#contract/document/tree.ts'
import { toastFailure } from '#web/toast-failure.ts'
import type { Reading } from './reading.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/show')

export function useLedTo(page: RefObject<HTMLElement | null>, content: Tree, reading: Reading) {
  const { find, field } = route.useSearch()
  useEffect(() => {
    const { current } = page
    if (!current || (find === undefined && field === undefined)) return undefined
    let isOver = false
    let stopLeading: (() => void) | undefined
    const lead = async () => {
      const { leadTo } = await import('./lead-to.ts')
      if (!isOver) stopLeading = leadTo(current, content, reading, { find, field })
    }
    lead().catch(toastFailure)
    return () => {
      isOver = true
      stopLeading?.()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once on arrival: later changes of the text lead nobody away
  }, [find, field])
}
