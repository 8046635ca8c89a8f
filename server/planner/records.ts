// Cuts the records out of a JSON answer of the form `{"users": [{…}, {…}]}` while it arrives. Parses one record
// at a time, so that an endless or huge answer is never in memory as a whole.
import { PlannerFailed } from './port.ts'

type RecordLimits = { records: number; recordBytes: number }

const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACE = 123 // {
const CLOSE_BRACE = 125 // }
const OPEN_BRACKET = 91 // [
const CLOSE_BRACKET = 93 // ]

export async function* recordsOf(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
  limits: RecordLimits,
): AsyncGenerator<unknown> {
  const cutter = new RecordSplitter(name, limits)
  for await (const piece of pieces) yield* cutter.take(piece)
  cutter.end()
}

class RecordSplitter {
  readonly #name: string
  readonly #limits: RecordLimits
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  #head = ''
  #phase: 'head' | 'records' | 'tail' = 'head'
  #record = ''
  #depth = 0
  #inText = false
  #escaped = false
  #count = 0
  #tail = ''
  /** For the check that exactly one comma separates two records. */
  #between: 'start' | 'record' | 'comma' = 'start'

  constructor(name: string, limits: RecordLimits) {
    this.#name = name
    this.#limits = limits
  }

  *take(piece: Uint8Array): Generator<unknown> {
    let text = this.#decode(piece)
    if (this.#phase === 'head') text = this.#readHead(text)
    if (this.#phase === 'records') yield* this.#readRecords(text)
    else if (this.#phase === 'tail') this.#readTail(text)
  }

  end() {
    if (this.#phase !== 'tail' || this.#tail.trim() !== '}') throw unreadableError()
  }

  #decode(piece: Uint8Array): string {
    try {
      return this.#utf8.decode(piece, { stream: true })
    } catch {
      throw unreadableError()
    }
  }

  #readHead(text: string): string {
    this.#head += text
    const match = new RegExp(`^\\s*\\{\\s*"${this.#name}"\\s*:\\s*\\[`).exec(this.#head)
    if (match) {
      this.#phase = 'records'
      return this.#head.slice(match[0].length)
    }
    // The list must begin within the first 1,000 characters.
    if (this.#head.length > 1_000 || !/^\s*(\{|$)/.test(this.#head)) throw unreadableError()
    return ''
  }

  *#readRecords(text: string): Generator<unknown> {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.#depth === 0) {
        if (code === OPEN_BRACE && this.#between !== 'record') {
          this.#depth = 1
          from = at
        } else if (code === 44 && this.#between === 'record') this.#between = 'comma'
        else if (code === CLOSE_BRACKET && this.#between !== 'comma') {
          this.#phase = 'tail'
          this.#readTail(text.slice(at + 1))
          return
        } else if (code !== 32 && code !== 10 && code !== 13 && code !== 9) throw unreadableError()
        continue
      }
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (code === BACKSLASH) this.#escaped = true
        else if (code === QUOTE) this.#inText = false
      } else if (code === QUOTE) this.#inText = true
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#depth++
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        this.#depth--
        if (this.#depth === 0) yield this.#finish(text.slice(from, at + 1))
      }
    }
    if (this.#depth > 0) this.#keep(text.slice(from))
  }

  #keep(text: string) {
    this.#record += text
    if (this.#record.length > this.#limits.recordBytes) throw tooLargeError()
  }

  #finish(text: string): unknown {
    this.#keep(text)
    const record = this.#record
    this.#record = ''
    this.#between = 'record'
    if (++this.#count > this.#limits.records) throw tooLargeError()
    try {
      return JSON.parse(record) as unknown
    } catch {
      throw unreadableError()
    }
  }

  #readTail(text: string) {
    this.#tail += text
    if (this.#tail.length > 1_000) throw unreadableError()
  }
}

const unreadableError = () =>
  new PlannerFailed('Die Antwort der Personalplanung ist nicht lesbar oder unvollständig.')
const tooLargeError = () => new PlannerFailed('Die Antwort der Personalplanung ist zu groß.')
