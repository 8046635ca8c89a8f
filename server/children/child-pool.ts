// Pool of a node's children: an idle one of the right kind takes the next job, and a new one starts only if
// there is none.
import type { Readable } from 'node:stream'
import { Child, ChildCrashed, type Input, type Program } from './child.ts'

/** `deadline` of a job and `idle` time before a child ends, in ms. */
export type ChildType = Program & { deadline?: number; idle?: number }
/** `signal` aborts the job; `explain` translates an error of the child. */
type Job = { input: Input; signal: AbortSignal; explain: (error: Error) => Error }

export class DeadlineExceeded extends Error {}

export class ChildPool {
  readonly #children = new Set<Child>()
  readonly #idle = new Map<Child, { kind: ChildType; leaving: NodeJS.Timeout }>()
  #isClosed = false

  /** Returns the output as an object stream. */
  run(kind: ChildType, { input, signal, explain }: Job): Readable {
    const child = this.#takeIdle(kind) ?? this.#start(kind, explain)
    const output = child.work(input, explain)
    const late =
      kind.deadline === undefined
        ? undefined
        : setTimeout(
            () => output.destroy(new DeadlineExceeded('a child was not done in time')),
            kind.deadline,
          )
    const stop = () => output.destroy(signal.reason as Error)
    output.once('close', () => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      if (child.isFree) this.#rest(child, kind)
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
    return output
  }

  /** Ends all children, busy ones included. */
  async close(): Promise<void> {
    this.#isClosed = true
    const all = [...this.#children]
    for (const child of all) child.kill()
    await Promise.all(all.map(({ ended }) => ended))
  }

  #start(kind: ChildType, explain: Job['explain']): Child {
    const child = startChild(kind, explain)
    this.#children.add(child)
    void this.#watch(child)
    return child
  }

  async #watch(child: Child) {
    await child.ended
    this.#children.delete(child)
    this.#forget(child)
  }

  #takeIdle(kind: ChildType): Child | undefined {
    const [child] = [...this.#idle].find(([, idle]) => idle.kind === kind) ?? []
    if (child) this.#forget(child)
    return child
  }

  #rest(child: Child, kind: ChildType) {
    if (this.#isClosed) return child.kill()
    const leave = () => {
      this.#forget(child)
      child.kill()
    }
    this.#idle.set(child, { kind, leaving: setTimeout(leave, kind.idle ?? 0).unref() })
  }

  #forget(child: Child) {
    clearTimeout(this.#idle.get(child)?.leaving)
    this.#idle.delete(child)
  }
}

/** The system may fail to start a process, e.g. for lack of memory. */
function startChild(kind: ChildType, explain: Job['explain']): Child {
  try {
    return new Child(kind)
  } catch (cause) {
    throw explain(new ChildCrashed('a child could not be started', { cause }))
  }
}
