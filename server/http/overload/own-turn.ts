// How long what arrives now lies unread. A server that has more to read than it can never waits and is on time by its
// own clock, while calls lie in the system's queue. So it asks itself: a byte over a connection like any other, which
// is read when its turn has come.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export class OwnTurn {
  /** When the byte went that has not come yet. */
  #sentAt: number | undefined
  #longest = 0
  #door: Server | undefined
  #to: Socket | undefined
  #from: Socket | undefined
  readonly #clock: () => number

  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  /** Where a machine lets nobody call itself, nothing is measured. */
  start() {
    const door = createServer().listen(0, '127.0.0.1', () => {
      if (this.#door !== door) return
      const { port } = door.address() as AddressInfo
      this.#to = this.#own(connect({ port, host: '127.0.0.1', noDelay: true }))
    })
    door.on('connection', (socket) => {
      // Somebody else may have found the door.
      if (socket.remotePort !== this.#to?.localPort) {
        socket.destroy()
        return
      }
      door.close()
      this.#from = this.#own(socket).on('data', () => this.#comes())
    })
    this.#door = door.on('error', () => this.stop()).unref()
  }

  stop() {
    this.#door?.close()
    this.#to?.destroy()
    this.#from?.destroy()
    this.#door = undefined
    this.#to = undefined
    this.#from = undefined
    this.#sentAt = undefined
  }

  #own(socket: Socket) {
    return socket.on('error', () => this.stop()).unref()
  }

  #comes() {
    if (this.#sentAt === undefined) return
    this.#longest = Math.max(this.#longest, this.#clock() - this.#sentAt)
    this.#sentAt = undefined
  }

  /** The longest that a byte has lain since the last look, in ms, also one that still lies there; sends the next. */
  look(): number {
    const now = this.#clock()
    const longest = Math.max(this.#longest, this.#sentAt === undefined ? 0 : now - this.#sentAt)
    this.#longest = 0
    if (this.#from && this.#sentAt === undefined) {
      this.#sentAt = now
      this.#to?.write('.')
    }
    return longest
  }
}
