// The children that wait for their next job; a new one starts only when none does.
import { Child, type Program } from './child.ts'
import { Spawner } from './spawner.ts'

/** The kinds of children: where their program lies, and how long one job may take, in ms. */
export type Kind = Program & {
  deadline: number
  /** How long an idle child stays for the next job, and after how many jobs it goes in any case. */
  keep?: { idle: number; jobs: number }
}
type Idle = { child: Child; kind: Kind; leaving: NodeJS.Timeout }

export class Crew {
  #idle: Idle[] = []
  readonly #jobs = new WeakMap<Child, number>()
  readonly #leaving = new Set<Promise<void>>()
  readonly #spawner = new Spawner()
  #isClosed = false

  /** Best called while the server is small. */
  prepare() {
    this.#spawner.prepare()
  }

  async take(kind: Kind): Promise<Child> {
    const found = this.#idle.find((idle) => idle.kind === kind && idle.child.isAlive)
    if (!found) return Child.start(kind, this.#spawner)
    this.#forget(found)
    return found.child
  }

  giveBack(child: Child, kind: Kind) {
    const jobs = (this.#jobs.get(child) ?? 0) + 1
    if (!kind.keep || child.isDone || jobs >= kind.keep.jobs || this.#isClosed) {
      this.#end(child)
      return
    }
    this.#jobs.set(child, jobs)
    const idle: Idle = {
      child,
      kind,
      leaving: setTimeout(() => {
        this.#forget(idle)
        this.#end(child)
      }, kind.keep.idle).unref(),
    }
    this.#idle.push(idle)
    void child.ended.then(() => this.#forget(idle))
  }

  /** Best when nothing is at work any more. Closing again does no harm. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const idle of this.#idle) {
      this.#forget(idle)
      this.#end(idle.child)
    }
    await Promise.all(this.#leaving)
    await this.#spawner.close()
  }

  #forget(idle: Idle) {
    clearTimeout(idle.leaving)
    this.#idle = this.#idle.filter((other) => other !== idle)
  }

  #end(child: Child) {
    const ended = child.kill().finally(() => this.#leaving.delete(ended))
    this.#leaving.add(ended)
  }
}
