// Where the log goes. What cannot be written there is dropped and counted, and the server goes on; once it can be
// written again, the log says how many lines are missing. A slow reader is waited for, as long as its lines fit into
// memory.
import { writeSync } from 'node:fs'
import { hostname } from 'node:os'

export type LogTarget = { write(line: string): void }

/** For a reader that is behind. */
const MOST_WAITING_BYTES = 1024 ** 2
const BEHIND_MS = 100
/** Between two looks whether a full disk has room again, or a closed pipe a reader. */
const BROKEN_MS = 1_000

type Output = {
  /** Answers how many of the bytes were taken. */
  put(bytes: Uint8Array): number
  complain(sentence: string): void
}

export class LogOutput implements LogTarget {
  readonly #output: Output
  #waiting: Buffer[] = []
  #bytes = 0
  #lost = 0
  #isHalf = false
  #hasComplained = false
  #timer: NodeJS.Timeout | undefined

  constructor(output: Output) {
    this.#output = output
  }

  write(line: string) {
    // While some are lost, the next ones would stand before the line that says so.
    if (this.#lost > 0) this.#lost++
    else if (this.#bytes + line.length > MOST_WAITING_BYTES) this.#lose(1, 'EAGAIN')
    else {
      this.#keep(line)
      if (!this.#timer) this.writeWaiting()
    }
  }

  /** As far as that goes without waiting for anybody. */
  writeWaiting() {
    try {
      for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
        const taken = this.#output.put(first)
        this.#bytes -= taken
        this.#isHalf = taken < first.length
        if (this.#isHalf) this.#waiting[0] = first.subarray(taken)
        else this.#waiting.shift()
      }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') return this.#tryIn(BEHIND_MS)
      const lines = this.#waiting.length
      this.#waiting = []
      this.#bytes = 0
      this.#lose(lines, code)
    }
  }

  #keep(line: string) {
    const bytes = Buffer.from(line)
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
  }

  #lose(lines: number, code: string) {
    this.#lost += lines
    this.#tryIn(BROKEN_MS)
    if (this.#hasComplained) return
    this.#hasComplained = true
    this.#output.complain(
      `Das Log lässt sich nicht schreiben (${code}). Der Server läuft weiter, Zeilen gehen verloren.`,
    )
  }

  #tryIn(ms: number) {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.writeWaiting()
      if (this.#lost > 0 && this.#waiting.length === 0) this.#tellLost()
    }, ms).unref()
  }

  #tellLost() {
    const lost = this.#lost
    this.#lost = 0
    const told = {
      level: 'warn',
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      event: 'log.lost',
      count: lost,
      msg: 'so many lines could not be written',
    }
    this.#keep(`${this.#isHalf ? '\n' : ''}${JSON.stringify(told)}\n`)
    this.writeWaiting()
    // That line itself is none of those.
    if (this.#lost > 0) this.#lost = lost
    else this.#hasComplained = false
  }
}

let standard: LogOutput | undefined

/** Of this process: also what the start says to the console may go where nobody reads. */
export function standardOutput(): LogOutput {
  if (standard) return standard
  // Once they are asked for, a pipe that is full says so instead of holding us up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const output = new LogOutput({
    put: (bytes) => writeSync(1, bytes),
    complain: (sentence) => void process.stderr.write(`${sentence}\n`),
  })
  process.once('exit', () => output.writeWaiting())
  standard = output
  return output
}
