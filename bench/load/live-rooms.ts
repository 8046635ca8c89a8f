// The live connections of the people, each to the room that they have open. They reconnect like the app: after
// a second, later after repeated failures, and spread by a random factor.
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { roomPath } from '#measure/crowd.ts'
import { HttpLines } from './http-lines.ts'
import { type Person, requestOf } from './model.ts'

const SOCKETS_AT_ONCE = 50
/** In ms, the same as `reconnectDelay` of web/back-off.ts. */
const waitAfter = (failures: number) =>
  Math.min(10_000, 1_000 * 1.7 ** (failures - 1)) * (0.8 + 0.4 * Math.random())
const OPENING_MS = 10_000
const LIST = '{"type":"messages"'

type Hear = (number: number, listener: number, at: number, isList: boolean) => void

export class LiveRooms {
  readonly #port: number
  readonly #people: readonly Person[]
  readonly #sockets = new Map<number, WebSocket>()
  /** Number of people with the room open, by room. */
  readonly open = new Map<number, number>()
  hear: Hear = () => {}
  #comesBack = false
  #cutOff = 0
  #lines: HttpLines | undefined
  readonly #back = new Map<number, number>()
  #tries = 0
  #gone = 0

  constructor(port: number, people: readonly Person[]) {
    this.#port = port
    this.#people = people
  }

  async listen(many: number): Promise<number> {
    for (let from = this.#sockets.size; from < many; from += SOCKETS_AT_ONCE) {
      const some = Array.from({ length: Math.min(SOCKETS_AT_ONCE, many - from) }, (_, place) => from + place)
      await Promise.all(some.map((person) => this.#connect(person)))
    }
    if (this.#gone > 0) throw new Error(`${this.#gone} live connections were cut`)
    return this.#sockets.size
  }

  /** From now on, people who are disconnected reconnect and then ask who is signed in, like the app. */
  comeBack() {
    this.#comesBack = true
    this.#cutOff = this.#sockets.size
    this.#tries = 0
    this.#back.clear()
    this.#lines = new HttpLines(this.#port)
  }

  /**
   * Resolves once everybody is back or the time is over. `at`: time of each reconnection, by a clock common to
   * all processes.
   */
  async back(patienceMs: number): Promise<{ at: number[]; tries: number }> {
    const until = performance.now() + patienceMs
    while (this.#back.size < this.#cutOff && performance.now() < until) await sleep(20)
    this.#lines?.close()
    this.#comesBack = false
    return { at: [...this.#back.values()], tries: this.#tries }
  }

  #connect(person: number): Promise<void> {
    const { cookie, address, room } = this.#people[person] as Person
    const web = new WebSocket(`ws://127.0.0.1:${this.#port}${roomPath(room)}`, {
      headers: { cookie, 'x-forwarded-for': address },
      perMessageDeflate: false,
      handshakeTimeout: OPENING_MS,
    })
    let isOpen = false
    web.on('message', (data: Buffer) => this.#read(data, person))
    return new Promise((opened, failed) => {
      web.once('error', failed)
      web.once('message', () => {
        isOpen = true
        this.#sockets.set(person, web)
        this.open.set(room, (this.open.get(room) ?? 0) + 1)
        web.off('error', failed).on('error', () => {})
        opened()
      })
      web.once('close', (code) => {
        failed(new Error(`a live connection was closed with ${code}`))
        if (!isOpen) return
        this.#sockets.delete(person)
        this.open.set(room, (this.open.get(room) ?? 1) - 1)
        // Code 1001 means that the node shuts down: the first try comes at once.
        if (this.#comesBack) void this.#return(person, code === 1001 ? 400 * Math.random() : waitAfter(1))
        else this.#gone++
      })
    })
  }

  async #return(person: number, first: number) {
    for (let failures = 0; this.#comesBack; failures++) {
      await sleep(failures === 0 ? first : waitAfter(failures))
      this.#tries++
      try {
        await this.#connect(person)
        if (await this.#asks(person)) {
          this.#back.set(person, performance.timeOrigin + performance.now())
          return
        }
      } catch {
        // The server is not back yet; the loop tries again.
      }
    }
  }

  /** Repeats a refused call like the app. The live connection is already open. */
  async #asks(person: number): Promise<boolean> {
    for (let failures = 1; this.#comesBack; failures++) {
      const status = await new Promise<number>((done) =>
        this.#lines?.call(requestOf('current', this.#people[person] as Person), done),
      )
      if (status === 200) return true
      await sleep(waitAfter(failures))
    }
    return false
  }

  /** Reads only the number of a message (`#7#`), so that listeners use little CPU. */
  #read(data: Buffer, listener: number) {
    const at = performance.now()
    const from = data.indexOf('#')
    if (from < 0) return
    if (data.toString('latin1', 0, LIST.length) !== LIST) {
      const number = Number(data.toString('latin1', from + 1, data.indexOf('#', from + 1)))
      this.hear(number, listener, at, false)
      return
    }
    for (const [, number] of data.toString('latin1').matchAll(/#(\d+)# /g))
      this.hear(Number(number), listener, at, true)
  }
}
