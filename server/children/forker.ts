// A small process that starts the children: a fork copies the page tables of whoever forks, and from a server of some
// hundred megabytes that stops everybody's answers for a tenth of a second. Its children's pipes go to the server; of
// them it only keeps how they end.
import { type ChildProcess, spawn } from 'node:child_process'
import { flushCompileCache } from 'node:module'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'

export type Order = { number: number } & ({ kill: true } | Start)
export type Start = { args: string[]; env: Record<string, string> }
/** A pipe comes with `pipe`, in the order of the child's descriptors. */
export type News =
  | { number: number; pid: number }
  | { number: number; pipe: number }
  | { number: number; trouble: string }
  | { number: number; code: number | null }

// Whoever waits for a file or an image waits behind those who wait for an answer; what is forked here is so from its
// first moment. Not in a session of its own: where the kernel shares the machine among sessions, a priority says
// nothing to another one.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// The next one need not read the types out of this file, which takes 16 MB; a server that is killed takes us along.
flushCompileCache()
// Ctrl-C is for the server, which ends us.
process.on('SIGINT', () => {})

const children = new Map<number, ChildProcess>()
const tell = (news: News, pipe?: Socket) => process.send?.(news, pipe, {}, () => {}) // the server may be gone

process.on('message', (order: Order) => {
  if ('kill' in order) children.get(order.number)?.kill('SIGKILL')
  else tryToStart(order)
})
// The children have pipes to the server of their own, and end by themselves.
process.on('disconnect', () => process.exit())

/** For want of memory, say, a process may be refused at once: the others are at work all the same. */
function tryToStart(order: Start & { number: number }) {
  try {
    start(order)
  } catch (error) {
    tell({ number: order.number, trouble: String(error) })
  }
}

function start({ number, args, env }: Start & { number: number }) {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env,
    windowsHide: true,
  })
  children.set(number, child)
  child.once('error', ({ message }) => {
    // One that could not even begin never ends.
    if (child.pid === undefined) children.delete(number)
    tell({ number, trouble: message })
  })
  child.once('exit', (code) => {
    children.delete(number)
    tell({ number, code })
  })
  if (child.pid === undefined) return
  tell({ number, pid: child.pid })
  for (const [place, pipe] of child.stdio.entries()) tell({ number, pipe: place }, pipe as Socket)
}
