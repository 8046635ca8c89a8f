// A process that works for the server, as the server sees it. It takes one job at a time: input that it asks for value
// by value, and output that goes on only as fast as it is read. Values travel by Node's own channel, bytes as Buffers.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { type ToChild, type ToServer, UNFIT } from './job-loop.ts'

export type Program = {
  file: string
  /** For its own Node. */
  flags: readonly string[]
  /**
   * Works on the database itself, not on what somebody sent: it has the server's settings, writes to its log, and is
   * asked to end, not killed, because it has to clear away first.
   */
  isTrusted?: boolean
}
export type Input = Iterable<unknown> | AsyncIterable<unknown>
type Job = { input: Iterator<unknown> | AsyncIterator<unknown>; output: Readable }

/** It could do nothing with its input: with the same one it would end like this again. */
export class Unfit extends Error {}
/** It ended in the middle of its work. */
export class Broken extends Error {}

/** Characters of stderr that are looked at. */
const COMPLAINT = 4_000
/** A child above this RSS (bytes) takes no next job: Typst does not give memory back. */
const MOST_MEMORY = 450 * 1024 * 1024

export class Child {
  readonly ended: Promise<void>
  readonly #process: ChildProcess
  readonly #isTrusted: boolean
  #job: Job | undefined
  #wantsInput = false
  #waitsForReader = false
  #complaint = ''

  /** Throws where the system refuses a process at once. */
  constructor({ file, flags, isTrusted = false }: Program) {
    this.#isTrusted = isTrusted
    this.#process = fork(file, {
      execArgv: [...flags],
      env: isTrusted ? process.env : withoutSettings(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', isTrusted ? 'inherit' : 'pipe', 'ipc'],
    })
    const { pid, stderr } = this.#process
    // Now, before it has threads, which inherit it: an export waits behind everybody who waits for an answer.
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT)
    })
    this.#process.on('message', (message: ToServer) => this.#hear(message))
    this.ended = this.#end()
  }

  get isFree() {
    return !this.#job && this.#process.connected
  }

  /** Whoever destroys the output ends the job, and the child with it. */
  work(values: Input, explain = (error: Error) => error): Readable {
    const input = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]()
    const output = new Readable({
      objectMode: true,
      highWaterMark: 1,
      read: () => this.#goOn(),
      destroy: (error, done) => {
        if (this.#job) this.kill()
        done(error && explain(error))
      },
    })
    output.once('close', () => void abandon(input))
    // Sometimes nobody reads any more.
    output.on('error', () => {})
    this.#job = { input, output }
    if (this.#wantsInput) void this.#feed(this.#job)
    return output
  }

  /** An idle child is asked too: Node then keeps what it has compiled for the next one. */
  kill() {
    if (this.#job && !this.#isTrusted) this.#process.kill('SIGKILL')
    else if (this.#process.connected) this.#process.disconnect()
  }

  #hear(message: ToServer) {
    if ('wants' in message) {
      this.#wantsInput = true
      if (this.#job) void this.#feed(this.#job)
    } else if ('output' in message) {
      this.#waitsForReader = true
      if (this.#job?.output.push(message.output)) this.#goOn()
    } else {
      const output = this.#job?.output
      this.#job = undefined
      if (message.rss > MOST_MEMORY) this.kill()
      output?.push(null)
    }
  }

  async #feed(job: Job) {
    this.#wantsInput = false
    try {
      const { done, value } = await job.input.next()
      if (job === this.#job) this.#tell(done ? { end: true } : { input: value })
    } catch (error) {
      job.output.destroy(error as Error)
    }
  }

  #goOn() {
    if (!this.#waitsForReader) return
    this.#waitsForReader = false
    this.#tell({ taken: true })
  }

  /** That it has gone is heard anyway. */
  #tell(message: ToChild) {
    if (this.#process.connected) this.#process.send(message, () => {})
  }

  async #end() {
    this.#process.on('error', () => {})
    const { pid, stderr } = this.#process
    if (pid === undefined) await once(this.#process, 'error')
    // Not 'close', which a child that was let go never emits.
    else await Promise.all([once(this.#process, 'exit'), stderr && once(stderr, 'close')])
    const { exitCode } = this.#process
    const Kind = exitCode === UNFIT ? Unfit : Broken
    const places = placesIn(this.#complaint)
    this.#job?.output.destroy(new Kind(`a child ended with ${exitCode ?? 'a signal'} ${places}`))
  }
}

/** A child that reads what somebody sent needs no password and no address. */
function withoutSettings(): Record<string, string> {
  const needed = ['PATH', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'TMPDIR', 'TEMP']
  const env = needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(env), MALLOC_ARENA_MAX: '2' }
}

/** Lets a cursor of the database go. What it says to that nobody waits for. */
async function abandon(input: Job['input']) {
  await Promise.try(() => input.return?.()).catch(() => {})
}

/** The lines of the program where it broke. All other words of a complaint may come from the document. */
function placesIn(complaint: string): string {
  const places = [
    ...complaint.matchAll(
      /panicked at \S{1,200}\/([\w.-]+\/src\/[\w./-]+)|^\s+at (?:[\w.<> ]{1,80} )?\(?(?:file:\S*\/)?([\w./-]{1,200})/gm,
    ),
  ].map(([, panic, frame]) => panic ?? frame)
  return places.slice(0, 5).join(', ')
}
