// Runs a program in our place: same terminal, same signals, same exit code, and it never outlives us.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fail, root } from './console.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** How often we look whether npm is still there, in ms. */
const LOOK = 500
/** Signals closer together than this, in ms, are one. */
const AGAIN = 1000

/**
 * Settles with the exit code. A quiet program's output is shown only when it fails; the others get one more pipe,
 * which closes when we die.
 */
export function run(program, args, { quiet = false } = {}) {
  const child = spawn(program, args, {
    cwd: root,
    // Ctrl-C then reaches us alone, and the child gets it once, from us
    detached: !quiet && process.platform !== 'win32',
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', 'pipe'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/kontor/compiled'),
      ...(quiet ? {} : { KONTOR_PARENT_PIPE: '3' }),
    },
    shell: process.platform === 'win32' && program === 'npm', // there it is a batch file
  })
  let output = ''
  if (quiet) for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (piece) => (output += piece))
  else child.stdio[3].on('error', () => {}) // it went first

  let passedOn = Number.NEGATIVE_INFINITY
  const pass = (signal) => {
    // npm and the terminal both send it; a second one of a human comes later and means it
    if (performance.now() - passedOn > AGAIN) child.kill(signal)
    passedOn = performance.now()
  }
  for (const signal of SIGNALS) process.on(signal, pass)
  const look = watchNpm(() => pass('SIGTERM'))

  return new Promise((done) => {
    child.on('error', (error) => fail(`„${program}“ lässt sich nicht starten: ${error.message}`))
    child.on('close', (code, signal) => {
      clearInterval(look)
      for (const one of SIGNALS) process.off(one, pass)
      const result = code === null ? 128 + (constants.signals[signal] ?? 0) : code
      if (result !== 0 && output) process.stderr.write(output)
      done(result)
    })
  })
}

/** npm takes nobody along when it is killed; its children get another parent then. */
function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parents = parentsUpToNpm()
  return setInterval(() => parentsUpToNpm() !== parents && gone(), LOOK)
}

/** On Linux npm's shell may stay between npm and us. */
function parentsUpToNpm() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')') // a name may have brackets of its own
    const name = stat.slice(stat.indexOf('(') + 1, end)
    const [, , parent] = stat.slice(end).split(' ')
    return `${process.ppid} ${name === 'sh' ? parent : ''}`
  } catch {
    return String(process.ppid) // no Linux, or the parent has just gone
  }
}
