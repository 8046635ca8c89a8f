/** Waits until somebody has stopped: only the last of several quick calls goes through. */
export type Debounced<A extends unknown[]> = {
  call: (...args: A) => void
  /** Lets a waiting call through at once. */
  flush: () => void
  cancel: () => void
  waiting: () => boolean
}

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
