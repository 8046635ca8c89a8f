// Runs a program in our place: same terminal, same signals, same exit code, and it never outlives us.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fail, root } from './console.mjs'
import { readStat } from './processes.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** How often we look whether npm is still there, in ms. */
const LOOK = 500
/** Signals closer together than this, in ms, are one. */
const AGAIN = 1000

/** Runs what it is given; when our end of its input closes, however we died, its whole group is killed. */
const LEASH = `
exec 3<&0
"$@" </dev/null 3<&- & work=$!
(read -r nothing <&3; kill -KILL 0) >/dev/null 2>&1 & watch=$!
wait $work; code=$?
kill $watch
exit $code
`

/**
 * Settles with the exit code. A quiet program's output is shown only when it fails, and it is killed with all that it
 * has started as soon as we end; the others get one more pipe, which closes when we die.
 */
export function run(program, args, { quiet = false, cwd = root } = {}) {
  const isWindows = process.platform === 'win32'
  const words =
    quiet && !isWindows ? ['/bin/sh', '-c', LEASH, 'kontor', program, ...args] : [program, ...args]
  const child = spawn(words[0], words.slice(1), {
    cwd,
    // Ctrl-C then reaches us alone, and the child gets it once, from us
    detached: !isWindows,
    stdio: quiet ? ['pipe', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', 'pipe'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/kontor/compiled'),
      ...(quiet ? {} : { KONTOR_PARENT_PIPE: '3' }),
    },
    shell: isWindows && program === 'npm', // there it is a batch file
  })
  let output = ''
  if (quiet) for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (piece) => (output += piece))
  child.stdio[quiet ? 0 : 3].on('error', () => {}) // it went first

  let passedOn = Number.NEGATIVE_INFINITY
  const pass = (signal) => {
    if (quiet) process.exit(128 + constants.signals[signal])
    // npm and the terminal both send it; a second one of a human comes later and means it
    if (performance.now() - passedOn > AGAIN) child.kill(signal)
    passedOn = performance.now()
  }
  for (const signal of SIGNALS) process.on(signal, pass)
  const look = process.env.npm_lifecycle_event && watchParents(() => pass('SIGTERM'))

  return new Promise((done) => {
    child.on('error', (error) =>
      fail(`„${program}“ lässt sich nicht starten: ${error.message}`, error.message),
    )
    child.on('close', (code, signal) => {
      clearInterval(look)
      for (const one of SIGNALS) process.off(one, pass)
      const result = code === null ? 128 + (constants.signals[signal] ?? 0) : code
      if (result !== 0 && output) process.stderr.write(output)
      done(result)
    })
  })
}

/** npm takes nobody along when it is killed; its children get another parent then. Keeps nobody alive. */
export function watchParents(gone) {
  const parents = parentsUpToNpm()
  return setInterval(() => parentsUpToNpm() !== parents && gone(), LOOK).unref()
}

/** A shell may stay between npm and us. */
function parentsUpToNpm() {
  const stat = readStat(process.ppid)
  if (!stat) return String(process.ppid) // no Linux, or the parent has just gone
  return `${process.ppid} ${stat.name === 'sh' ? stat.parent : ''}`
}
