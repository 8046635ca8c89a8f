// One WebSocket connection: one room that is open on one device.
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Caller } from '#server/caller.ts'
import type { RoomKey } from '../room-key.ts'

const MAX_BUFFERED_BYTES = 1024 * 1024
const closeCodes = {
  session: 4401,
  member: 4403,
  restart: 1012,
  leaving: 1001,
  talks: 1003,
  floods: 1008,
} as const
/** Upper bound of pings and pongs per heartbeat; a browser answers one ping and sends none. */
const MAX_PINGS_PER_HEARTBEAT = 20

/** Frames of all connections of this node since its start. */
export class FrameCounters {
  sent = 0
  sentBytes = 0
  received = 0
}

export class Listener {
  /** The user of this connection, with the rights found by the last check. */
  by: Caller
  readonly room: RoomKey
  /** Only the session's token, to check it again; a whole request would take ten times the memory. */
  readonly session: string
  /** Id of the newest message written to this listener. */
  lastId = 0
  /**
   * True for a client that reads too slowly. No frames are sent until its buffer is empty; then it receives the whole
   * list.
   */
  isBehind = false
  #isAlive = true
  /** Pings and pongs since the last beat. */
  #pings = 0
  readonly #web: WebSocket
  readonly #socket: Socket
  readonly #frames: FrameCounters

  constructor(
    { web, socket, frames }: { web: WebSocket; socket: Socket; frames: FrameCounters },
    { by, room, session }: Pick<Listener, 'by' | 'room' | 'session'>,
  ) {
    this.#web = web
    this.#socket = socket
    this.#frames = frames
    this.session = session
    this.by = by
    this.room = room
    web.on('pong', () => {
      this.#isAlive = true
      this.#countPing()
    })
    web.on('ping', () => this.#countPing())
    // Clients may not send data.
    web.on('message', () => {
      this.#frames.received++
      this.#cutOff('talks')
    })
    // Errors of the client's connection are not logged.
    web.on('error', () => web.terminate())
  }

  get isOpen(): boolean {
    return this.#web.readyState === this.#web.OPEN
  }

  /** `frame`: JSON, serialized once for all listeners that receive it. */
  write(frame: Buffer) {
    if (!this.isOpen) return
    // A listener counts as behind only if a 'drain' event is due, because only that event makes it catch up.
    // Without waiting data a frame of any size is sent.
    const { writableNeedDrain, writableLength } = this.#socket
    this.isBehind ||= writableNeedDrain && writableLength + frame.length > MAX_BUFFERED_BYTES
    if (this.isBehind) return
    this.#web.send(frame, { binary: false })
    this.#frames.sent++
    this.#frames.sentBytes += frame.length
  }

  onRead(work: () => void) {
    this.#socket.on('drain', work)
  }

  onClose(work: () => void) {
    this.#web.once('close', work)
  }

  /** Ends a connection that has not answered the last ping, else sends the next one. */
  beat() {
    if (!this.#isAlive) return this.#web.terminate()
    this.#isAlive = false
    this.#pings = 0
    this.#web.ping()
  }

  #countPing() {
    this.#frames.received++
    if (++this.#pings > MAX_PINGS_PER_HEARTBEAT) this.#cutOff('floods')
  }

  /** Sends the close frame and stops reading, so that further data stays in the client's network. */
  #cutOff(why: keyof typeof closeCodes) {
    if (!this.isOpen) return
    this.close(why)
    this.#web.pause()
  }

  close(why: keyof typeof closeCodes) {
    this.#web.close(closeCodes[why])
  }
}
