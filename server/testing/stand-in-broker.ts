// Stands in for NATS where none is installed, and does what a real one does only when it is in trouble: falls silent,
// swallows what is published, is late, cuts everybody off.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { ofLocalhost } from './certificate.ts'

type Client = { socket: Socket; echo: boolean; subjects: Map<string, string> }
export type TestBroker = Awaited<ReturnType<typeof startStandIn>>

type Options = {
  password?: string
  /** It talks over TLS alone, with the certificate of `localhost`. */
  isSecured?: boolean
  /** So much later what is published comes to the others. */
  lateMs?: number
}

export async function startStandIn({ password, isSecured = false, lateMs = 0 }: Options = {}) {
  const clients = new Set<Client>()
  let isSilent = false
  let toSwallow = 0
  let published = 0
  const server = createServer((plain) => {
    plain.setNoDelay(true)
    plain.on('error', () => plain.destroy())
    const info = { server_id: 'stand-in', version: '2.9.0', proto: 1, headers: false, max_payload: 1_048_576 }
    const asks = { auth_required: password !== undefined, tls_required: isSecured }
    // The first word is open, whatever follows it.
    plain.write(`INFO ${JSON.stringify({ ...info, ...asks })}\r\n`)
    serve(isSecured ? secured(plain) : plain)
  })

  function serve(socket: Socket) {
    const client: Client = { socket, echo: true, subjects: new Map() }
    clients.add(client)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => clients.delete(client))
    let rest = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      rest = Buffer.concat([rest, piece])
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const [verb = '', ...words] = rest.toString('latin1', 0, end).split(' ')
        const size = verb === 'PUB' ? Number(words.at(-1)) + 2 : 0
        if (rest.length < end + 2 + size) return
        const payload = rest.subarray(end + 2, end + size)
        rest = rest.subarray(end + 2 + size)
        if (!isSilent) obey(client, verb, words, payload)
      }
    })
  }

  function obey(client: Client, verb: string, words: string[], payload: Buffer) {
    if (verb === 'CONNECT') {
      const { echo, pass } = JSON.parse(words.join(' ')) as { echo?: boolean; pass?: string }
      client.echo = echo ?? true
      if (password !== undefined && pass !== password) client.socket.end("-ERR 'Authorization Violation'\r\n")
    } else if (verb === 'PING') client.socket.write('PONG\r\n')
    else if (verb === 'SUB') client.subjects.set(words[0] ?? '', words.at(-1) ?? '')
    else if (verb === 'PUB') deliver(client, words[0] ?? '', payload)
  }

  function deliver(from: Client, subject: string, payload: Buffer) {
    const isNews = !payload.includes('"facts":[]')
    if (isNews) published++
    if (isNews && toSwallow > 0) {
      toSwallow--
      return
    }
    if (lateMs > 0) setTimeout(() => send(from, subject, payload), lateMs)
    else send(from, subject, payload)
  }

  function send(from: Client, subject: string, payload: Buffer) {
    for (const to of clients) {
      const number = to.subjects.get(subject)
      if (number === undefined || (to === from && !from.echo)) continue
      to.socket.write(`MSG ${subject} ${number} ${payload.length}\r\n`)
      to.socket.write(payload)
      to.socket.write('\r\n')
    }
  }

  const cut = () => {
    for (const { socket } of clients) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${isSecured ? 'tls' : 'nats'}://kontor:${password ?? 'geheim'}@${isSecured ? 'localhost' : '127.0.0.1'}:${port}`,
    /** News that somebody published, heartbeats not counted. */
    published: () => published,
    /** The next ones reach nobody. */
    swallow(many: number) {
      toSwallow = many
    },
    cut,
    /** It takes everything, and says nothing. */
    silence(is: boolean) {
      isSilent = is
      // What was not answered meanwhile is not answered later.
      if (!is) cut()
    },
    async stop() {
      cut()
      if (server.listening) {
        server.close()
        cut()
        await once(server, 'close')
      }
    },
    async start() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

const secured = (socket: Socket): Socket =>
  new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(ofLocalhost) })
