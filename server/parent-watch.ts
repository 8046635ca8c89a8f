// Ends the server with the launcher that started it, also when that one is killed.
import { Socket } from 'node:net'

/** The launcher holds the other end of this pipe and never writes. */
const PARENT_PIPE = 'KONTOR_PARENT_PIPE'
/** Signals closer together than this, in ms, are one. */
const AGAIN = 1_000

/** Calls once when the launcher has gone; never when the server was started without one. */
export function onParentGone(gone: () => void): void {
  const descriptor = Number(process.env[PARENT_PIPE])
  // our own children have no such parent
  delete process.env[PARENT_PIPE]
  if (!descriptor) return
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('error', () => {}) // a broken pipe closes too
  pipe.once('close', gone)
  pipe.resume()
  pipe.unref()
}

/** npm passes on what the terminal sends to both of us; a second one of a human comes later and means it. */
export function onEndSignal(end: (signal: NodeJS.Signals) => void): void {
  let last = Number.NEGATIVE_INFINITY
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (performance.now() - last > AGAIN) end(signal)
      last = performance.now()
    })
  }
}
