// Re-encodes uploaded images in child processes of lower priority. A decoder that hangs, grows or crashes affects
// nobody else. A child has no access to settings and database. One instance per node; children start with the first
// image.
import { join } from 'node:path'
import { ChildCrashed } from '#server/children/child.ts'
import { type ChildPool, type ChildType, DeadlineExceeded } from '#server/children/child-pool.ts'
import { refuse } from '#server/http/errors.ts'
import { Queue } from '#server/queue.ts'
import { type EncodedImage, formatOf } from './formats.ts'

export type ImageJob = { small: boolean; sent: Buffer }

const TIMEOUT_MESSAGE =
  'Das Bild ist nicht rechtzeitig fertig geworden. Bitte versuchen Sie es mit einem kleineren.'
const CRASH_MESSAGE = 'Das Bild ließ sich nicht verarbeiten. Bitte versuchen Sie es noch einmal.'
const SHUTDOWN_MESSAGE = 'Der Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.'

const imageChildType: ChildType = {
  file: join(import.meta.dirname, 'child.ts'),
  flags: ['--max-semi-space-size=1', '--max-old-space-size=64'],
  deadline: 60_000,
  idle: 60_000,
}

export class ImageProcessor {
  readonly #childPool: ChildPool
  readonly #kind: ChildType
  readonly #queue = new Queue({ atOnce: 1, waiting: 32 })
  readonly #closing = new AbortController()

  /** Tests pass a `kind` that runs another program. */
  constructor(childPool: ChildPool, kind = imageChildType) {
    this.#childPool = childPool
    this.#kind = kind
  }

  /** Undefined if the image cannot be decoded or its format is not supported. */
  async draw(sent: Buffer, { small = false } = {}): Promise<EncodedImage | undefined> {
    return formatOf(sent) && this.#queue.run(() => this.#run({ sent, small }))
  }

  /** Ends jobs in progress. */
  close() {
    this.#closing.abort(refuse('unavailable', SHUTDOWN_MESSAGE))
  }

  async #run(order: ImageJob): Promise<EncodedImage | undefined> {
    const { signal } = this.#closing
    signal.throwIfAborted()
    const job = { input: [order], signal, explain: explainChildError }
    const [drawn] = (await this.#childPool.run(this.#kind, job).toArray()) as [(EncodedImage | 'too_large')?]
    if (drawn === 'too_large')
      throw refuse('too_large', 'Das Bild hat zu viele Bildpunkte. Bitte verkleinern Sie es.')
    return drawn
  }
}

function explainChildError(error: Error): Error {
  if (error instanceof DeadlineExceeded) return refuse('unavailable', TIMEOUT_MESSAGE)
  return error instanceof ChildCrashed ? refuse('unavailable', CRASH_MESSAGE).because(error) : error
}
