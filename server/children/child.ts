// The server's handle of a child process. A child does one job at a time. It requests its input value by value, and
// sends the next output only after the reader has taken the last one. Values travel over Node's IPC channel, bytes as
// Buffers.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { INVALID_INPUT_EXIT_CODE, type MessageToChild, type MessageToServer } from './job-loop.ts'

export type Program = {
  file: string
  /** Flags of Node. */
  flags: readonly string[]
  /**
   * True for a program that works on the database instead of on untrusted input. It gets the server's
   * settings and log. It is asked to end instead of being killed, since it has to clean up.
   */
  isTrusted?: boolean
}
export type Input = Iterable<unknown> | AsyncIterable<unknown>
type Job = { input: Iterator<unknown> | AsyncIterator<unknown>; output: Readable }

/** The input cannot be processed; a retry would end the same way. */
export class InvalidInput extends Error {}
/** The child could not be started, or ended during a job. */
export class ChildCrashed extends Error {}

/** Length of the end of stderr that is stored, in characters, to find stack lines after a crash. */
const STDERR_CHARACTERS = 4_000
/** A child above this RSS (bytes) takes no next job: Typst does not give memory back. */
const MAX_MEMORY_BYTES = 450 * 1024 * 1024

export class Child {
  readonly ended: Promise<void>
  readonly #process: ChildProcess
  readonly #isTrusted: boolean
  #job: Job | undefined
  #wantsInput = false
  #waitsForReader = false
  #stderrTail = ''

  /** Throws if the system cannot start a process. */
  constructor({ file, flags, isTrusted = false }: Program) {
    this.#isTrusted = isTrusted
    this.#process = fork(file, {
      execArgv: [...flags],
      env: isTrusted ? process.env : minimalEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', isTrusted ? 'inherit' : 'pipe', 'ipc'],
    })
    const { pid, stderr } = this.#process
    // Set before the child starts threads, because they inherit the priority. Requests come before exports.
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderrTail = (this.#stderrTail + text).slice(-STDERR_CHARACTERS)
    })
    this.#process.on('message', (message: MessageToServer) => this.#hear(message))
    this.ended = this.#end()
  }

  get isFree() {
    return !this.#job && this.#process.connected
  }

  /** Destroying the output ends the job and the child. */
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
    output.once('close', () => void releaseInput(input))
    // Without a listener an 'error' event would end the process when the reader is gone.
    output.on('error', () => {})
    this.#job = { input, output }
    if (this.#wantsInput) void this.#feed(this.#job)
    return output
  }

  /**
   * A busy child with untrusted input is killed. Others are disconnected and end by themselves, so that Node
   * can save its compile cache.
   */
  kill() {
    if (this.#job && !this.#isTrusted) this.#process.kill('SIGKILL')
    else if (this.#process.connected) this.#process.disconnect()
  }

  #hear(message: MessageToServer) {
    if ('wants' in message) {
      this.#wantsInput = true
      if (this.#job) void this.#feed(this.#job)
    } else if ('output' in message) {
      this.#waitsForReader = true
      if (this.#job?.output.push(message.output)) this.#goOn()
    } else {
      const output = this.#job?.output
      this.#job = undefined
      if (message.rss > MAX_MEMORY_BYTES) this.kill()
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

  /** Does nothing if the child is gone, which the 'exit' handler reports. */
  #tell(message: MessageToChild) {
    if (this.#process.connected) this.#process.send(message, () => {})
  }

  async #end() {
    this.#process.on('error', () => {})
    const { pid, stderr } = this.#process
    if (pid === undefined) await once(this.#process, 'error')
    // A disconnected child never emits 'close'.
    else await Promise.all([once(this.#process, 'exit'), stderr && once(stderr, 'close')])
    const { exitCode } = this.#process
    const Kind = exitCode === INVALID_INPUT_EXIT_CODE ? InvalidInput : ChildCrashed
    const places = stackLinesIn(this.#stderrTail)
    this.#job?.output.destroy(new Kind(`a child ended with ${exitCode ?? 'a signal'} ${places}`))
  }
}

/** A child that processes untrusted input gets no passwords or addresses. */
function minimalEnvironment(): Record<string, string> {
  const needed = ['PATH', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'TMPDIR', 'TEMP']
  const env = needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(env), MALLOC_ARENA_MAX: '2' }
}

/** Ends the input's iterator, which may hold database resources. Its errors do not matter here. */
async function releaseInput(input: Job['input']) {
  await Promise.try(() => input.return?.()).catch(() => {})
}

/** Stack lines of our program; everything else in the message may quote the document. */
function stackLinesIn(complaint: string): string {
  const places = [
    ...complaint.matchAll(
      /panicked at \S{1,200}\/([\w.-]+\/src\/[\w./-]+)|^\s+at (?:[\w.<> ]{1,80} )?\(?(?:file:\S*\/)?([\w./-]{1,200})/gm,
    ),
  ].map(([, panic, frame]) => panic ?? frame)
  return places.slice(0, 5).join(', ')
}
