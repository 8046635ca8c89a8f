// Draws sent images beside the server: a decoder that hangs, grows or breaks takes nobody along, has no settings and no
// database, and waits behind those who wait for an answer. One for each node; children start with the first image.
import { join } from 'node:path'
import { Broken, type Child } from '#server/children/child.ts'
import type { Crew, Kind } from '#server/children/crew.ts'
import { frame } from '#server/children/frames.ts'
import { refuse } from '#server/http/errors.ts'
import { queue } from '#server/queue.ts'
import { type Drawn, formatOf, type ImageSize, isHeavy, isTooLarge } from './formats.ts'

/**
 * What a child is asked, before the image; its first answer, null for what is no image; what it says of what it has
 * drawn.
 */
export type Order = { small: boolean }
export type Look = ImageSize | null
export type Head = Pick<Drawn, 'type'>

const GO = frame('go')
const LATE = 'Das Bild ist nicht rechtzeitig fertig geworden. Bitte versuchen Sie es mit einem kleineren.'
const BROKEN = 'Das Bild ließ sich nicht verarbeiten. Bitte versuchen Sie es noch einmal.'
const CLOSED = 'Der Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.'

const artist: Kind = {
  file: join(import.meta.dirname, 'child.ts'),
  flags: ['--max-semi-space-size=1', '--max-old-space-size=64'],
  deadline: 60_000,
  keep: { idle: 60_000, jobs: 500 },
}

export class Drawing {
  readonly #crew: Crew
  readonly #kind: Kind
  readonly #take = queue({ atOnce: 2, waiting: 32 })
  readonly #takeAlone = queue({ atOnce: 1, waiting: 2 })
  readonly #atWork = new Set<Child>()
  #isClosed = false

  /** Another kind of child is for tests. */
  constructor(crew: Crew, kind = artist) {
    this.#crew = crew
    this.#kind = kind
  }

  /** Undefined for what is no image that is taken here. */
  async draw(sent: Buffer, { small = false } = {}): Promise<Drawn | undefined> {
    return formatOf(sent) && this.#take(() => this.#run(sent, { small }))
  }

  /** How many images are being drawn. */
  get atWork(): number {
    return this.#atWork.size
  }

  /** Ends what is at work. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#atWork].map((child) => child.kill(refuse('unavailable', CLOSED))))
  }

  async #run(sent: Buffer, order: Order): Promise<Drawn | undefined> {
    const child = await this.#begin()
    const late = setTimeout(() => void child.kill(refuse('unavailable', LATE)), this.#kind.deadline)
    this.#atWork.add(child)
    try {
      return await this.#ask(child, sent, order)
    } catch (error) {
      throw error instanceof Broken ? refuse('unavailable', BROKEN).because(error) : error
    } finally {
      clearTimeout(late)
      this.#atWork.delete(child)
      if (child.isAlive) this.#crew.giveBack(child, this.#kind)
    }
  }

  async #begin(): Promise<Child> {
    if (this.#isClosed) throw refuse('unavailable', CLOSED)
    try {
      return await this.#crew.take(this.#kind)
    } catch (error) {
      throw refuse('unavailable', BROKEN).because(error)
    }
  }

  async #ask(child: Child, sent: Buffer, order: Order): Promise<Drawn | undefined> {
    const leave = Promise.withResolvers<boolean>()
    const answer = child.work(orders(sent, order, leave.promise))
    const rest = (mayDraw: boolean) => {
      leave.resolve(mayDraw)
      return Array.fromAsync(answer)
    }
    const draw = async () => drawnOf(await rest(true))
    try {
      const { value } = await answer.next()
      const seen = JSON.parse(String(value)) as Look
      if (!seen) return undefined
      if (isTooLarge(seen))
        throw refuse('too_large', 'Das Bild hat zu viele Bildpunkte. Bitte verkleinern Sie es.')
      return await (isHeavy(seen) ? this.#takeAlone(draw) : draw())
    } finally {
      await rest(false) // without leave it draws nothing, and is free for the next one
      await child.rested
    }
  }
}

async function* orders(sent: Buffer, order: Order, leave: Promise<boolean>) {
  yield frame(JSON.stringify(order))
  yield frame(sent)
  if (await leave) yield GO
}

function drawnOf([head, bytes, small]: Buffer[]): Drawn | undefined {
  if (!head || !bytes) return undefined
  return { ...(JSON.parse(head.toString()) as Head), bytes, ...(small && { small }) }
}
