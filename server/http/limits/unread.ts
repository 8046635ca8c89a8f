// Answers that have been made and are not taken yet: each waits in memory. Somebody with too many of them gets no
// further ones, and when all of them together are too many, whoever has the most is let go of.
import type { Socket } from 'node:net'

const limits = { each: 16 * 1024 * 1024, all: 128 * 1024 * 1024 }

type Waiting = { bytes: number; sockets: Map<Socket, number> }

export class Unread {
  readonly #limits: typeof limits
  readonly #waiting = new Map<number, Waiting>()
  bytes = 0
  /** How often somebody has been let go of. */
  letGo = 0

  constructor(limits_ = limits) {
    this.#limits = limits_
  }

  isTooMuch(person: number): boolean {
    return (this.#waiting.get(person)?.bytes ?? 0) > this.#limits.each
  }

  /** Counted until the returned function is called. */
  add(person: number, socket: Socket, bytes: number): () => void {
    const waiting = this.#waiting.get(person) ?? { bytes: 0, sockets: new Map<Socket, number>() }
    this.#waiting.set(person, waiting)
    this.bytes += bytes
    waiting.bytes += bytes
    waiting.sockets.set(socket, (waiting.sockets.get(socket) ?? 0) + bytes)
    if (this.bytes > this.#limits.all) this.#letGo()
    return () => this.#subtract(person, waiting, socket, bytes)
  }

  #subtract(person: number, waiting: Waiting, socket: Socket, bytes: number) {
    this.bytes -= bytes
    waiting.bytes -= bytes
    const left = (waiting.sockets.get(socket) ?? 0) - bytes
    if (left > 0) waiting.sockets.set(socket, left)
    else waiting.sockets.delete(socket)
    if (waiting.bytes === 0 && waiting.sockets.size === 0) this.#waiting.delete(person)
  }

  /** The connection with the most unread bytes; an answer made this very moment may still be on its way. */
  #letGo() {
    const [most] = [...this.#waiting.values()].sort((a, b) => b.bytes - a.bytes)
    for (const socket of most?.sockets.keys() ?? []) if (socket.writableLength > 0) socket.destroy()
    this.letGo++
  }
}
