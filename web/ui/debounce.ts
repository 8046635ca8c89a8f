import { useEffect, useState } from 'react'
import { useLatest } from './use-latest.ts'

type Debounced<A extends unknown[]> = {
  call: (...args: A) => void
  /** Lets a waiting call through at once. */
  flush: () => void
  cancel: () => void
  waiting: () => boolean
}

/** Only the last of several calls goes through, when there was none for so many `ms`. */
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

/** The same for as long as a component is drawn; what it does is the newest `act`. */
export function useDebounced<A extends unknown[]>(act: (...args: A) => void, ms: number): Debounced<A> {
  const latest = useLatest(act)
  const [debounced] = useState(() => debounce((...args: A) => latest.current(...args), ms))
  useEffect(() => debounced.cancel, [debounced])
  return debounced
}
