// Excel and PDF, made beside the server: what is heavy or could fail runs in a child that a deadline ends.
// One for each node; children start with the first export.
import { Broken, type Child, Unfit } from '#server/children/child.ts'
import { Crew, type Kind } from '#server/children/crew.ts'
import { refuse } from '#server/http/errors.ts'
import { excelInput, type Sheet } from './excel/input.ts'
import { isLean, kinds, leanKind } from './kinds.ts'
import {
  type Letterhead,
  type PrintedDocument,
  type PrintedResults,
  type PrintedSlips,
  pdfInput,
  slipsInput,
} from './pdf/input.ts'
import { ExportQueue } from './queue.ts'

type By = { id: number }
type Input = Iterable<Buffer> | AsyncIterable<Buffer>
type Pieces = AsyncGenerator<Buffer, void, undefined>

const limits = { atOnce: 2, waiting: 16, waitingEach: 3 }
const LATE = 'Die Datei ist nicht rechtzeitig fertig geworden. Bitte versuchen Sie es später noch einmal.'
const BROKEN = 'Die Datei ließ sich nicht erstellen. Bitte versuchen Sie es noch einmal.'
const CLOSED = 'Der Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.'

export class Exports {
  readonly #timeZone: string
  readonly #company: Letterhead
  readonly #kinds: Record<'excel' | 'pdf', Kind>
  readonly #lean: Kind
  readonly #queue = new ExportQueue(limits)
  readonly #crew: Crew
  readonly #closing = new AbortController()
  readonly #atWork = new Set<Child>()
  readonly #ended = { excel: { done: 0, failed: 0 }, pdf: { done: 0, failed: 0 } }

  /** Other kinds of children are for tests. */
  constructor(
    { timeZone, crew = new Crew(), company = {} }: { timeZone: string; crew?: Crew; company?: Letterhead },
    kinds_: Record<'excel' | 'pdf', Kind> = kinds,
  ) {
    this.#timeZone = timeZone
    this.#crew = crew
    this.#company = company
    this.#kinds = kinds_
    this.#lean = leanKind(kinds_.excel)
  }

  /**
   * A workbook, piece by piece. Settles with its first bytes, so that a refusal is still an answer of its own.
   * `gone` ends it; so does an end of the reading.
   */
  async excel(by: By, sheets: readonly Sheet[], gone?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const kind = isLean(sheets) ? this.#lean : this.#kinds.excel
    return this.#begin(kind, by, excelInput(sheets, this.#timeZone), gone)
  }

  /** A document with somebody's answers. */
  documentPdf(by: By, printed: PrintedDocument, gone?: AbortSignal): Promise<Buffer> {
    return this.#whole(this.#kinds.pdf, by, pdfInput(printed, this.#timeZone, this.#company), gone)
  }

  /** The document once, then everybody's answers. */
  resultsPdf(by: By, printed: PrintedResults, gone?: AbortSignal): Promise<Buffer> {
    return this.#whole(this.#kinds.pdf, by, pdfInput(printed, this.#timeZone, this.#company), gone)
  }

  /** A slip for each person, to be cut apart. */
  slipsPdf(by: By, printed: PrintedSlips, gone?: AbortSignal): Promise<Buffer> {
    return this.#whole(this.#kinds.pdf, by, slipsInput(printed, this.#timeZone, this.#company), gone)
  }

  /** Exports that run, and that have ended since the start. One whose reader went away counts as neither. */
  get state() {
    return { running: this.#queue.working, waiting: this.#queue.waiting, ended: this.#ended }
  }

  /** Ends what is at work, and the crew. */
  async close(): Promise<void> {
    this.#closing.abort(refuse('unavailable', CLOSED))
    await Promise.all([...this.#atWork].map((child) => child.kill()))
    await this.#crew.close()
  }

  async #whole(kind: Kind, by: By, input: Input, gone?: AbortSignal): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    for await (const piece of await this.#begin(kind, by, input, gone)) pieces.push(piece)
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
  }

  async #begin(kind: Kind, by: By, input: Input, gone?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, this.#closing.signal, ...(gone ? [gone] : [])])
    const pieces = this.#run(kind, by, input, signal)
    let first: IteratorResult<Buffer, void> | undefined = await pieces.next()
    return {
      [Symbol.asyncIterator]: () => ({
        async next() {
          const given = first ?? (await pieces.next())
          first = undefined
          return given
        },
        // Not only after the piece that is being waited for: the child ends at once.
        async return() {
          stop.abort()
          return pieces.return()
        },
      }),
    }
  }

  async *#run(kind: Kind, by: By, input: Input, signal: AbortSignal): Pieces {
    const release = await this.#queue.take(by.id, signal)
    const child = await this.#begun(kind, release)
    const stop = () => void child.kill(signal.reason)
    const late = setTimeout(() => void child.kill(refuse('unavailable', LATE)), kind.deadline)
    const end = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      this.#atWork.delete(child)
      release()
    }
    // The end of the child frees its place, even if the reader has stopped and never comes back.
    void child.ended.then(end)
    this.#atWork.add(child)
    signal.addEventListener('abort', stop, { once: true })
    let isWhole = false
    try {
      // Nobody waits any more, since its start.
      if (signal.aborted) stop()
      yield* child.work(input)
      isWhole = true
      this.#ended[kind === this.#kinds.pdf ? 'pdf' : 'excel'].done++
    } catch (error) {
      if (!signal.aborted) this.#ended[kind === this.#kinds.pdf ? 'pdf' : 'excel'].failed++
      throw explained(error)
    } finally {
      signal.removeEventListener('abort', stop)
      if (isWhole) void this.#giveBack(child, kind, end)
      else await child.kill().finally(end)
    }
  }

  /** For what a child clears away after its answer nobody waits but its next job. */
  async #giveBack(child: Child, kind: Kind, end: () => void) {
    await child.rested
    end()
    this.#crew.giveBack(child, kind)
  }

  /** A child that cannot be started at all, for want of memory, say, gives its turn back. */
  async #begun(kind: Kind, release: () => void): Promise<Child> {
    try {
      return await this.#crew.take(kind)
    } catch (error) {
      release()
      throw refuse('unavailable', BROKEN).because(error)
    }
  }
}

function explained(error: unknown): unknown {
  if (error instanceof Unfit) return refuse('not_printable').because(error)
  if (error instanceof Broken) return refuse('unavailable', BROKEN).because(error)
  return error
}
