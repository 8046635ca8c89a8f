// A proxy in front of a database that can fail as networks do: fall silent, refuse or break connections, or
// lead to another host.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A host and port, or a socket's path. */
export type Target = { host: string; port: number } | { path: string }
export type FaultyNetwork = Awaited<ReturnType<typeof startFaultyNetwork>>

export async function startFaultyNetwork(target: Target) {
  const pairs = new Set<{ inner: Socket; outer: Socket; isSilent: boolean }>()
  const state = { target, isSilent: false, losesNews: false }
  const server = createServer((outer) => {
    outer.on('error', () => {})
    if (state.isSilent) {
      silent.add(outer.on('close', () => silent.delete(outer)).resume())
      return
    }
    const inner = connect(state.target as { path: string })
    const pair = { inner, outer, isSilent: false }
    pairs.add(pair)
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      from.on('error', () => {})
      // Bytes that arrive while the connection is silent are lost.
      from.on('data', (bytes: Buffer) => {
        if (pair.isSilent || (state.losesNews && from === inner && isNotification(bytes))) return
        to.write(bytes)
      })
      from.on('close', () => {
        if (!pair.isSilent) to.destroy()
        pairs.delete(pair)
      })
    }
  })
  const silent = new Set<Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const letGo = () => {
    for (const { inner, outer } of pairs) {
      inner.destroy()
      outer.destroy()
    }
    for (const socket of silent) socket.destroy()
  }

  return {
    host: '127.0.0.1',
    port,
    /** Number of open connections that were accepted but are never answered. */
    get unanswered() {
      return silent.size
    },
    /** Existing connections pass nothing on; new ones work. */
    blackHole() {
      for (const pair of pairs) pair.isSilent = true
    },
    /** All connections pass nothing on; new ones are accepted but never answered. */
    fallSilent() {
      for (const pair of pairs) pair.isSilent = true
      state.isSilent = true
    },
    /** Notifications do not arrive, as behind a connection pooler that reassigns connections between transactions. */
    loseNews() {
      state.losesNews = true
    },
    cut: letGo,
    /** New connections are refused. */
    async refuse() {
      const closed = once(server, 'close')
      server.close()
      letGo()
      await closed
    },
    async recover() {
      state.isSilent = false
      state.losesNews = false
      letGo()
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    /** New connections lead to another host from now on, as after a change in DNS. */
    leadTo(other: Target) {
      state.target = other
    },
    async close() {
      letGo()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * True for PostgreSQL's message NotificationResponse (type 'A'), which arrives on its own if nothing else is
 * sent.
 */
const isNotification = (bytes: Buffer) => bytes[0] === 'A'.charCodeAt(0)

/** URL of a database through these proxies. */
export function urlThroughNetwork(url: string, ...ways: Pick<FaultyNetwork, 'host' | 'port'>[]): string {
  const { pathname, username, password } = new URL(url)
  const who = password ? `${username}:${password}` : username
  return `postgresql://${who}@${ways.map(({ host, port }) => `${host}:${port}`).join(',')}${pathname}`
}

/** Host and port, or socket, of a test database. */
export function targetOf(url: string): Target {
  const { hostname, port, searchParams } = new URL(url)
  const socket = searchParams.get('host')
  if (socket) return { path: `${socket}/.s.PGSQL.${port || 5432}` }
  return { host: hostname, port: Number(port || 5432) }
}
