// Ends the server with the launcher or the npm that started it, also when that one is killed.
import { Socket } from 'node:net'

/** The launcher holds the other end of this pipe and never writes. */
export const PARENT_PIPE = 'KONTOR_PARENT_PIPE'
/** Without a launcher between, bin/start.sh says here which process is npm. */
const NPM = 'KONTOR_NPM'
/** Whoever was started to outlive its terminal (nohup) is told so by bin/start.sh: Node itself forgets. */
const HANGUP = 'KONTOR_HANGUP'
/** How often we look whether npm is still there, in ms. */
const LOOK = 500
/** Signals closer together than this, in ms, are one. */
const AGAIN = 1_000

/** Calls once when the launcher or npm has gone; never when the server was started without one. */
export function onParentGone(gone: () => void): void {
  const descriptor = Number(process.env[PARENT_PIPE])
  const npm = Number(process.env[NPM])
  // our own children have no such parents
  delete process.env[PARENT_PIPE]
  delete process.env[NPM]
  if (descriptor) watchPipe(descriptor, gone)
  else if (npm) watchNpm(npm, gone)
}

/** npm passes on what the terminal sends to both of us; a second one of a human comes later and means it. */
export function onEndSignal(end: (signal: NodeJS.Signals) => void): void {
  const outlivesTerminal = process.env[HANGUP] === 'ignored'
  delete process.env[HANGUP]
  let last = Number.NEGATIVE_INFINITY
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && outlivesTerminal) return
      if (performance.now() - last > AGAIN) end(signal)
      last = performance.now()
    })
  }
}

function watchPipe(descriptor: number, gone: () => void) {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('error', () => {}) // a broken pipe closes too
  pipe.once('close', gone)
  pipe.resume()
  pipe.unref()
}

/** npm takes nobody along when it is killed; its children get another parent then. */
function watchNpm(npm: number, gone: () => void) {
  const look = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(look)
    gone()
  }, LOOK)
  look.unref()
}
