// The connection to NATS (NEWS_URL). It never mends itself behind our back: one that is lost is told as lost, with what
// may not have gone out, and a new one is made. Every answer to a heartbeat says that all that was published before has
// been taken.
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { NatsConnection } from '@nats-io/transport-node'
import type { NewsBroker } from '#server/config-kinds.ts'

const BEAT_MS = 750
/** A broker that says nothing for so long is gone. */
const SILENT_MS = 2_000
const CONNECT_MS = 2_500
const RECONNECT_MS = 500

type Handlers = {
  heard(payload: string): void
  up(): void
  /** `unconfirmed`: what has been published since the last heartbeat that was answered. */
  lost(unconfirmed: string[]): void
  /** What each heartbeat says; undefined for one that only asks. */
  beat(): string | undefined
}

export class Broker {
  readonly #address: NewsBroker
  readonly #handlers: Handlers
  #subject = ''
  #connection: NatsConnection | undefined
  #unconfirmed: string[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(address: NewsBroker, handlers: Handlers) {
    this.#address = address
    this.#handlers = handlers
  }

  get isUp(): boolean {
    return this.#connection !== undefined
  }

  /** Under a subject that only the nodes of one database share. */
  start(subject: string) {
    this.#subject = subject
    void this.#connect()
  }

  /** Only while it is up. */
  publish(payload: string) {
    this.#connection?.publish(this.#subject, payload)
    this.#unconfirmed.push(payload)
  }

  /** Published, and taken. */
  async announce(payload: string) {
    this.#connection?.publish(this.#subject, payload)
    await inTime(this.#connection?.flush() ?? Promise.reject(new Error('no broker')))
  }

  /** With a last word. */
  async stop(farewell: string) {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const connection = this.#connection
    this.#connection = undefined
    if (!connection) return
    connection.publish(this.#subject, farewell)
    await inTime(connection.flush()).catch(() => {})
    await connection.close()
  }

  async #connect() {
    let connection: NatsConnection | undefined
    try {
      connection = await connectBroker(this.#address)
      await this.#listen(connection)
    } catch {
      await connection?.close().catch(() => {})
      this.#retry()
    }
  }

  async #listen(connection: NatsConnection) {
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      const wasUp = this.#connection === connection
      void connection.close().catch(() => {})
      if (wasUp) {
        this.#connection = undefined
        clearTimeout(this.#timer)
        this.#handlers.lost(this.#unconfirmed.splice(0))
      }
      this.#retry()
    }
    connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (error) lose()
        else if (this.#connection === connection) this.#handlers.heard(message.string())
      },
    })
    await inTime(connection.flush())
    void connection.closed().then(lose)
    if (this.#isClosed) {
      await connection.close()
      return
    }
    this.#connection = connection
    this.#handlers.up()
    void this.#beat(connection, lose)
  }

  async #beat(connection: NatsConnection, lose: () => void) {
    try {
      const beat = this.#handlers.beat()
      if (beat !== undefined) connection.publish(this.#subject, beat)
      const before = this.#unconfirmed.length
      await inTime(connection.flush())
      if (this.#connection !== connection) return
      this.#unconfirmed.splice(0, before)
      this.#timer = setTimeout(() => void this.#beat(connection, lose), BEAT_MS).unref()
    } catch {
      lose()
    }
  }

  #retry() {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect(), RECONNECT_MS).unref()
  }
}

/** A busy process first reads what has come meanwhile, before it says that nothing has. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => setImmediate(() => reject(new Error('no answer in time'))), SILENT_MS)
    answer.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

/** One connection; it does not come back by itself. */
export async function connectBroker({
  servers,
  user,
  password: pass = '',
  token,
  tls,
}: NewsBroker): Promise<NatsConnection> {
  // Only who has set it loads it.
  const { connect } = await import('@nats-io/transport-node')
  return connect({
    servers,
    name: 'kontor',
    ...(user !== undefined && { user, pass }),
    ...(token !== undefined && { token }),
    // Null: never, where it was not asked for; where it was, never without.
    tls: tls ? ofOneOf(servers) : null,
    reconnect: false,
    noEcho: true,
    noAsyncTraces: true,
    timeout: CONNECT_MS,
  })
}

/**
 * The certificate has to be for one of the brokers that were named. The client itself compares it with `localhost`
 * where an address in figures was named.
 */
function ofOneOf(servers: readonly string[]) {
  const hosts = servers.map((server) => server.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))
  return {
    handshakeFirst: false,
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => {
      const faults = hosts.map((host) => checkServerIdentity(host, certificate))
      return faults.includes(undefined) ? undefined : faults[0]
    },
  }
}
