// A pool of keep-alive connections, like that of a proxy. A call takes a free connection or opens a new one;
// only above MOST_CONNECTIONS does it wait.
import { connect, type Socket } from 'node:net'

/** Upper bound of connections, as proxies have it. */
const MOST_CONNECTIONS = 2_000
/** A call without an answer after this time has failed. */
const ANSWER_TIMEOUT_MS = 30_000

/** `status`: 0 if no answer came. `again`: the `Retry-After` in s. `tag`: the `ETag`. */
export type Done = (status: number, again: number, tag?: string) => void
type Call = { bytes: string; done: Done }

export class HttpLines {
  readonly #port: number
  readonly #free: Line[] = []
  readonly #all = new Set<Line>()
  readonly #waiting: Call[] = []

  constructor(port: number) {
    this.#port = port
  }

  get size() {
    return this.#all.size
  }

  call(bytes: string, done: Done) {
    const call = { bytes, done }
    const free = this.#free.pop()
    if (free) free.send(call)
    else if (this.#all.size < MOST_CONNECTIONS) this.#open(call)
    else this.#waiting.push(call)
  }

  close() {
    for (const line of this.#all) line.end()
    for (const { done } of this.#waiting.splice(0)) done(0, 0)
  }

  #open(call: Call) {
    const line = new Line(this.#port, {
      free: () => {
        const next = this.#waiting.shift()
        if (next) line.send(next)
        else this.#free.push(line)
      },
      gone: () => {
        this.#all.delete(line)
        const place = this.#free.indexOf(line)
        if (place >= 0) this.#free.splice(place, 1)
        const next = this.#waiting.shift()
        if (next) this.#open(next)
      },
    })
    this.#all.add(line)
    line.send(call)
  }
}

type Handlers = { free: () => void; gone: () => void }

class Line {
  readonly #socket: Socket
  readonly #handlers: Handlers
  #call: Call | undefined
  #status = 0
  #again = 0
  #tag: string | undefined
  /** Bytes of the body that are still missing; undefined until the headers are complete. */
  #left: number | undefined
  #head = ''
  #closes = false

  constructor(port: number, handlers: Handlers) {
    this.#handlers = handlers
    const socket = connect(port, '127.0.0.1')
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => this.#call && socket.destroy())
    socket.on('data', (piece: Buffer) => this.#take(piece))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      handlers.gone()
      this.#finish(0)
    })
  }

  send(call: Call) {
    this.#call = call
    this.#left = undefined
    this.#head = ''
    this.#socket.write(call.bytes)
  }

  end() {
    this.#socket.destroy()
  }

  #take(piece: Buffer) {
    if (this.#left === undefined) {
      this.#head += piece.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = this.#head.slice(0, end)
      this.#status = Number(head.slice(9, 12))
      this.#again = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0)
      this.#tag = /\r\netag: (\S+)/i.exec(head)?.[1]
      this.#closes = /\r\nconnection: close/i.test(head)
      const size = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      this.#left = size - (this.#head.length - end - 4)
    } else this.#left -= piece.length
    if (this.#left > 0) return
    this.#finish(this.#status)
    if (this.#closes) this.#socket.destroy()
    else this.#handlers.free()
  }

  #finish(status: number) {
    const call = this.#call
    this.#call = undefined
    call?.done(status, status === 0 ? 0 : this.#again, this.#tag)
  }
}
