// One child process, as the server sees it: takes a job, answers it piece by piece, or ends.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PARENT_PIPE } from '#server/parent-watch.ts'
import { END, framesOf, GOES, send } from './frames.ts'
import { UNFIT } from './job-loop.ts'
import type { Spawned, Spawner } from './spawner.ts'

/** `file` runs in its own Node with `flags`. */
export type Program = { file: string; flags: readonly string[] }

/** So much of what it complained of last is looked at. */
const COMPLAINT = 4_000
/** It could do nothing with its input: with the same one it would end like this again. */
export class Unfit extends Error {}
/** It ended in the middle of its work. */
export class Broken extends Error {}
/** Nothing of the server's settings reaches a child: it needs no password and no address. */
const inherited = ['PATH', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE', 'TMPDIR', 'TEMP']

export class Child {
  readonly ended: Promise<void>
  /** It has grown too large to be kept. */
  isDone = false
  /** When it has cleared away its last job: it takes no next one before. */
  rested: Promise<void> = Promise.resolve()
  readonly #process: Spawned
  readonly #answer: AsyncGenerator<Buffer, void, undefined>
  readonly #stop = new AbortController()
  #isAtWork = false
  #complaint = ''
  #code: number | null = null
  #trouble: unknown

  static async start({ file, flags }: Program, spawner: Spawner): Promise<Child> {
    const kept = inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
    const env = { ...Object.fromEntries(kept), MALLOC_ARENA_MAX: '2', [PARENT_PIPE]: '3' }
    return new Child(await spawner.start({ args: [...flags, file], env }))
  }

  private constructor(spawned: Spawned) {
    this.#process = spawned
    const [, stdout, stderr] = spawned.pipes
    stderr.setEncoding('utf8')
    stderr.on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT)
    })
    const whole = [stdout, stderr].map((pipe) => new Promise((closed) => pipe.once('close', closed)))
    // Its last output may still be on its way to the job's reader; while it has no job there is none.
    const end = async () => {
      this.#code = await spawned.exited
      if (!this.#isAtWork) this.#letGo()
      await Promise.all(whole)
      this.#stop.abort()
      this.#letGo()
    }
    this.ended = end()
    this.#answer = framesOf(stdout)
  }

  get isAlive() {
    return !this.#stop.signal.aborted
  }

  /** The answer to a job. Throws the error of the input, the reason why it was killed, or the child's own complaint. */
  async *work(input: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.#stay(true)
    const sent = this.#send(input).catch((error: unknown) => this.kill(error))
    for (let next = await this.#read(); next.length > 0; next = await this.#read()) yield next
    await sent
    this.rested = this.#rest()
  }

  async #rest() {
    const word = await this.#read().catch(() => undefined) // its answer was whole before it ended
    this.isDone = word?.toString() === GOES
    this.#stay(false)
  }

  async kill(reason?: unknown): Promise<void> {
    this.#trouble ??= reason
    this.#stop.abort()
    this.#process.stay(true)
    this.#process.kill()
    this.#letGo() // it would wait for somebody who reads the rest
    await this.ended
  }

  async #send(input: Iterable<Buffer> | AsyncIterable<Buffer>) {
    const { signal } = this.#stop
    const [stdin] = this.#process.pipes
    for await (const framed of input) {
      if (signal.aborted) return
      await send(stdin, framed, signal)
      await nextTurn() // a child that is faster than we are must not keep us from all else
    }
    stdin.write(END)
  }

  async #read(): Promise<Buffer> {
    const next = await this.#answer.next().catch(() => ({ done: true as const, value: undefined }))
    if (!next.done) return next.value
    await this.ended
    throw this.#trouble ?? this.#broken()
  }

  #letGo() {
    for (const pipe of this.#process.pipes) pipe.destroy()
  }

  /** A child that only waits keeps nobody from ending. */
  #stay(stays: boolean) {
    this.#isAtWork = stays
    this.#process.stay(stays)
  }

  #broken(): Error {
    const Kind = this.#code === UNFIT ? Unfit : Broken
    return new Kind(`a child ended with ${this.#code ?? 'a signal'} ${placesIn(this.#complaint)}`)
  }
}

/** The line of the program where it broke. All other words of a complaint may come from the document. */
function placesIn(complaint: string): string {
  const places = [
    ...complaint.matchAll(
      /panicked at \S{1,200}\/([\w.-]+\/src\/[\w./-]+)|^\s+at (?:[\w.<> ]{1,80} )?\(?(?:file:\S*\/)?([\w./-]{1,200})/gm,
    ),
  ].map(([, panic, frame]) => panic ?? frame)
  return places.slice(0, 5).join(', ')
}
