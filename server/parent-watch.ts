// Ends the server with the launcher that started it, also when that one is killed.
import { Socket } from 'node:net'

/** The launcher holds the other end of this pipe and never writes. */
export const PARENT_PIPE = 'KONTOR_PARENT_PIPE'

/** Calls once when the launcher has gone; never when the server was started without one. */
export function onParentGone(gone: () => void): void {
  const descriptor = Number(process.env[PARENT_PIPE])
  if (!descriptor) return
  delete process.env[PARENT_PIPE] // our own children have no such pipe
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('error', () => {}) // a broken pipe closes too
  pipe.once('close', gone)
  pipe.resume()
  pipe.unref()
}
