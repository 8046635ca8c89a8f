// The server's side of the small process that forks for it (forker.ts).
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { News, Order, Start } from './forker.ts'

/** A process that was started, once all its pipes are here. */
export type Spawned = {
  pid: number
  pipes: readonly [stdin: Socket, stdout: Socket, stderr: Socket, watched: Socket]
  /** Its exit code, null after a signal. */
  exited: Promise<number | null>
  kill(): void
  /** True if it keeps the server from ending. */
  stay(stays: boolean): void
}
type Begun = {
  pid: number
  pipes: Socket[]
  begun: (spawned: Spawned) => void
  failed: (trouble: Error) => void
  exit: (code: number | null) => void
  exited: Promise<number | null>
  stays: boolean
}

const PIPES = 4

export class Spawner {
  #forker: ChildProcess | undefined
  readonly #children = new Map<number, Begun>()
  #number = 0

  /** Best called while the server is small. */
  prepare() {
    this.#forker ??= this.#begin()
  }

  start(start: Start): Promise<Spawned> {
    this.prepare()
    const number = this.#number++
    const { promise: exited, resolve: exit } = Promise.withResolvers<number | null>()
    const { promise, resolve: begun, reject: failed } = Promise.withResolvers<Spawned>()
    this.#children.set(number, { pid: 0, pipes: [], begun, failed, exit, exited, stays: true })
    this.#order({ number, ...start })
    this.#stay()
    return promise
  }

  /** Only when its children have gone. */
  async close(): Promise<void> {
    const forker = this.#forker
    this.#forker = undefined
    if (!forker || forker.exitCode !== null || forker.signalCode !== null) return
    const gone = once(forker, 'exit')
    forker.ref()
    if (forker.connected) forker.disconnect()
    await gone
  }

  #begin(): ChildProcess {
    const forker = fork(join(import.meta.dirname, 'forker.ts'), [], {
      execArgv: ['--max-old-space-size=32', '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {},
    })
    forker.on('message', (news, pipe) => this.#hear(news as News, pipe as Socket | undefined))
    const gone = () => {
      if (this.#forker === forker) this.#forker = undefined
      // Nobody hears of their ends any more: their pipes tell.
      for (const number of this.#children.keys()) this.#end(number, null)
    }
    forker.once('exit', gone)
    forker.once('error', gone)
    forker.unref()
    forker.channel?.unref()
    return forker
  }

  #order(order: Order) {
    this.#forker?.send(order, () => {}) // when it is gone, its end is heard
  }

  #hear(news: News, pipe: Socket | undefined) {
    const child = this.#children.get(news.number)
    if (!child) pipe?.destroy()
    else if ('pid' in news) child.pid = news.pid
    else if ('code' in news) this.#end(news.number, news.code)
    else if ('trouble' in news) this.#end(news.number, null, news.trouble)
    else if (pipe) this.#take(news.number, child, pipe)
  }

  #take(number: number, child: Begun, pipe: Socket) {
    pipe.on('error', () => {}) // it may end at any time
    if (child.pipes.push(pipe) < PIPES) return
    const { pid, exited, begun } = child
    begun({
      pid,
      pipes: child.pipes as unknown as Spawned['pipes'],
      exited,
      kill: () => {
        // Without the forker nobody else would, and the process is not reaped under our hands.
        if (this.#forker) this.#order({ number, kill: true })
        else killed(pid)
      },
      stay: (stays) => {
        child.stays = stays
        for (const held of child.pipes) {
          if (stays) held.ref()
          else held.unref()
        }
        this.#stay()
      },
    })
  }

  #end(number: number, code: number | null, trouble = 'a child could not be started') {
    const child = this.#children.get(number)
    this.#children.delete(number)
    child?.failed(new Error(trouble))
    child?.exit(code)
    this.#stay()
  }

  #stay() {
    const { channel } = this.#forker ?? {}
    if ([...this.#children.values()].some(({ stays }) => stays)) channel?.ref()
    else channel?.unref()
  }
}

function killed(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went by itself.
  }
}
