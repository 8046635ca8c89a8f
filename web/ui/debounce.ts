import { useEffect, useState } from 'react'
import { useLatest } from './use-latest.ts'

type Debounced<A extends unknown[]> = {
  call: (...args: A) => void
  /** Runs a pending call at once. */
  flush: () => void
  cancel: () => void
  waiting: () => boolean
}

/** Trailing debounce: the last call, after `ms` without another. */
export function debounce<A extends unknown[]>(act: (...args: A) => void, ms: number): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: A | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = last = undefined
  }
  const flush = () => {
    const args = last
    cancel()
    if (args) act(...args)
  }
  const call = (...args: A) => {
    clearTimeout(timer)
    last = args
    timer = setTimeout(flush, ms)
  }
  return { call, flush, cancel, waiting: () => last !== undefined }
}

/** Always calls the latest `act`; cancelled on unmount. */
export function useDebounced<A extends unknown[]>(act: (...args: A) => void, ms: number): Debounced<A> {
  const latest = useLatest(act)
  const [debounced] = useState(() => debounce((...args: A) => latest.current(...args), ms))
  useEffect(() => debounced.cancel, [debounced])
  return debounced
}
