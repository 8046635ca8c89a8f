// Ends the server together with its launcher, even if that is killed.
import { Socket } from 'node:net'

/** The launcher holds the other end of this pipe and never writes to it. */
const PARENT_PIPE = 'KONTOR_PARENT_PIPE'
/** In ms; signals closer together count as one. */
const REPEATED_SIGNAL_MS = 1_000

/** Calls back once when the launcher is gone; never if there is none. */
export function onParentGone(gone: () => void): void {
  const descriptor = Number(process.env[PARENT_PIPE])
  // Deleted, so that our own child processes do not inherit it.
  delete process.env[PARENT_PIPE]
  if (!descriptor) return
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('error', () => {}) // a broken pipe closes too
  pipe.once('close', gone)
  pipe.resume()
  pipe.unref()
}

/**
 * npm forwards a signal that the process has already received from the terminal. A second signal after
 * REPEATED_SIGNAL_MS comes from a person.
 */
export function onEndSignal(end: (signal: NodeJS.Signals) => void): void {
  let last = Number.NEGATIVE_INFINITY
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (performance.now() - last > REPEATED_SIGNAL_MS) end(signal)
      last = performance.now()
    })
  }
}
