// Re-encodes uploaded images in child processes of lower priority. A decoder that hangs, grows or crashes affects
// nobody else, and it sees no settings and no database. One instance per node; children start with the first image.
import { join } from 'node:path'
import { ChildCrashed } from '#server/children/child.ts'
import { type ChildPool, type ChildType, DeadlineExceeded } from '#server/children/child-pool.ts'
import { refuse } from '#server/http/errors.ts'
import { Queue } from '#server/queue.ts'
import { type Drawn, formatOf } from './formats.ts'

export type ImageJob = { small: boolean; sent: Buffer }

const LATE = 'Das Bild ist nicht rechtzeitig fertig geworden. Bitte versuchen Sie es mit einem kleineren.'
const BROKEN = 'Das Bild ließ sich nicht verarbeiten. Bitte versuchen Sie es noch einmal.'
const CLOSED = 'Der Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.'

const imageDecoder: ChildType = {
  file: join(import.meta.dirname, 'child.ts'),
  flags: ['--max-semi-space-size=1', '--max-old-space-size=64'],
  deadline: 60_000,
  idle: 60_000,
}

export class Drawing {
  readonly #childPool: ChildPool
  readonly #kind: ChildType
  readonly #queue = new Queue({ atOnce: 1, waiting: 32 })
  readonly #closing = new AbortController()

  /** Tests pass a `kind` that runs another program. */
  constructor(childPool: ChildPool, kind = imageDecoder) {
    this.#childPool = childPool
    this.#kind = kind
  }

  /** Undefined for unsupported images. */
  async draw(sent: Buffer, { small = false } = {}): Promise<Drawn | undefined> {
    return formatOf(sent) && this.#queue.run(() => this.#run({ sent, small }))
  }

  /** Ends jobs in progress. */
  close() {
    this.#closing.abort(refuse('unavailable', CLOSED))
  }

  async #run(order: ImageJob): Promise<Drawn | undefined> {
    const { signal } = this.#closing
    signal.throwIfAborted()
    const job = { input: [order], signal, explain }
    const [drawn] = (await this.#childPool.run(this.#kind, job).toArray()) as [(Drawn | 'too_large')?]
    if (drawn === 'too_large')
      throw refuse('too_large', 'Das Bild hat zu viele Bildpunkte. Bitte verkleinern Sie es.')
    return drawn
  }
}

function explain(error: Error): Error {
  if (error instanceof DeadlineExceeded) return refuse('unavailable', LATE)
  return error instanceof ChildCrashed ? refuse('unavailable', BROKEN).because(error) : error
}
