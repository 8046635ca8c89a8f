// Excel and PDF exports. The work is heavy and may crash, so it runs in a child process with a deadline. One
// instance per node; children start with the first export.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ChildCrashed, type Input, InvalidInput } from '#server/children/child.ts'
import { ChildPool, type ChildType, DeadlineExceeded } from '#server/children/child-pool.ts'
import { refuse } from '#server/http/errors.ts'
import { Queue } from '#server/queue.ts'
import { excelInput, type Sheet } from './excel/input.ts'
import { exportChildTypes } from './kinds.ts'
import {
  type Letterhead,
  type PrintedDocument,
  type PrintedResults,
  type PrintedSlips,
  pdfInput,
  slipsInput,
} from './pdf/input.ts'

type By = { id: number }

const QUEUE_FULL_MESSAGE =
  'Gerade werden zu viele Dateien erstellt. Bitte versuchen Sie es gleich noch einmal.'
const OWN_QUEUE_FULL_MESSAGE =
  'Von Ihnen werden schon mehrere Dateien erstellt. Bitte warten Sie, bis eine davon fertig ist.'
const limits = {
  all: { atOnce: 2, waiting: 16, full: QUEUE_FULL_MESSAGE },
  /** Limits per person, so that somebody's second export does not come before the first of others. */
  each: { atOnce: 1, waiting: 3, full: OWN_QUEUE_FULL_MESSAGE },
}
const TIMEOUT_MESSAGE =
  'Die Datei ist nicht rechtzeitig fertig geworden. Bitte versuchen Sie es später noch einmal.'
const CRASH_MESSAGE = 'Die Datei ließ sich nicht erstellen. Bitte versuchen Sie es noch einmal.'
const SHUTDOWN_MESSAGE = 'Der Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.'

export class Exports {
  readonly #timeZone: string
  readonly #company: Letterhead
  readonly #kinds: Record<'excel' | 'pdf', ChildType>
  readonly #queue = new Queue(limits.all)
  readonly #queues = new Map<number, Queue>()
  readonly #childPool: ChildPool
  readonly #closing = new AbortController()
  readonly #ended = { excel: { done: 0, failed: 0 }, pdf: { done: 0, failed: 0 } }

  /** Tests pass `kinds_` that run other programs. */
  constructor(
    {
      timeZone,
      childPool = new ChildPool(),
      company = {},
    }: { timeZone: string; childPool?: ChildPool; company?: Letterhead },
    kinds_: Record<'excel' | 'pdf', ChildType> = exportChildTypes,
  ) {
    this.#timeZone = timeZone
    this.#childPool = childPool
    this.#company = company
    this.#kinds = kinds_
  }

  /**
   * Streams a workbook. Resolves with the first bytes, so that an earlier failure can still be answered with a
   * status. `gone` aborts the export, and so does destroying the stream.
   */
  excel(by: By, sheets: readonly Sheet[], gone?: AbortSignal): Promise<Readable> {
    return this.#start('excel', by, excelInput(sheets, this.#timeZone), gone)
  }

  /** Prints a document with one person's answers, or everybody's answers and then the empty document. */
  documentPdf(by: By, printed: PrintedDocument | PrintedResults, gone?: AbortSignal): Promise<Buffer> {
    return this.#pdf(by, pdfInput(printed, this.#timeZone, this.#company), gone)
  }

  /** One slip per person, to be cut apart. */
  slipsPdf(by: By, printed: PrintedSlips, gone?: AbortSignal): Promise<Buffer> {
    return this.#pdf(by, slipsInput(printed, this.#timeZone, this.#company), gone)
  }

  /**
   * Running and waiting exports, and counts of exports that have succeeded or failed since the start of the
   * node. Exports aborted by a disconnect or a shutdown are in neither count.
   */
  get state() {
    const { running, waiting } = this.#queue
    const own = this.#queues.values().reduce((sum, queue) => sum + queue.waiting, 0)
    return { running, waiting: waiting + own, ended: this.#ended }
  }

  /** Aborts running exports and ends the children. */
  async close(): Promise<void> {
    this.#closing.abort(refuse('unavailable', SHUTDOWN_MESSAGE))
    await this.#childPool.close()
  }

  async #pdf(by: By, input: Input, gone?: AbortSignal): Promise<Buffer> {
    const [pdf] = (await (await this.#start('pdf', by, input, gone)).toArray()) as Buffer[]
    return pdf as Buffer
  }

  async #start(name: 'excel' | 'pdf', by: By, input: Input, gone?: AbortSignal): Promise<Readable> {
    const signal = AbortSignal.any([this.#closing.signal, ...(gone ? [gone] : [])])
    const release = await this.#take(by.id, signal)
    try {
      const output = this.#childPool.run(this.#kinds[name], { input, signal, explain: explainChildError })
      output.once('end', () => this.#ended[name].done++)
      output.once('error', () => signal.aborted || this.#ended[name].failed++)
      // Also releases the slot at the deadline, when the output is destroyed although its reader has stalled.
      output.once('close', release)
      await once(output, 'readable')
      return output
    } catch (error) {
      release()
      throw error
    }
  }

  /** Waits for a slot of this person, then for one of the node. If waiting fails, both are released. */
  async #take(user: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const own = this.#queues.get(user) ?? new Queue(limits.each)
    this.#queues.set(user, own)
    const releases = [await own.take(signal)]
    const release = () => {
      for (const one of releases) one()
      if (own.running === 0) this.#queues.delete(user)
    }
    try {
      releases.push(await this.#queue.take(signal))
      return release
    } catch (error) {
      release()
      throw error
    }
  }
}

function explainChildError(error: Error): Error {
  if (error instanceof InvalidInput) return refuse('not_printable').because(error)
  if (error instanceof ChildCrashed) return refuse('unavailable', CRASH_MESSAGE).because(error)
  if (error instanceof DeadlineExceeded) return refuse('unavailable', TIMEOUT_MESSAGE)
  return error
}
