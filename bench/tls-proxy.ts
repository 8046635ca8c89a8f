// A proxy with HTTPS before the server, at the end of a long line: for protocols.ts. It does with HTTP/2 what nginx does
// with `http2 on` and Caddy by itself; to the server it speaks HTTP/1.1 over connections that stay.
import { once } from 'node:events'
import { Agent, request as ask } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { takeOrders } from '#measure/child.ts'
import { ofLocalhost } from '#server/testing/certificate.ts'

export type ProxyOrder = {
  to: number
  speaks: 'http/1.1' | 'h2'
  roundTripMs: number
  bytesPerSecond: number
}

/** What belongs to one connection alone. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

takeOrders(async ({ to, speaks, roundTripMs, bytesPerSecond }: ProxyOrder): Promise<number> => {
  const agent = new Agent({ keepAlive: true })
  const proxy = createSecureServer(
    { ...ofLocalhost, allowHTTP1: true, ALPNProtocols: [speaks] },
    (asked, answer) => pass(asked, answer, { to, agent }),
  )
  const port = await listen(proxy)
  return listen(createServer((near) => lay(near, connect(port), { roundTripMs, bytesPerSecond })))
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function pass(
  asked: Http2ServerRequest,
  answer: Http2ServerResponse,
  { to, agent }: { to: number; agent: Agent },
) {
  const host = asked.authority || asked.headers.host || ''
  const headers = {
    ...ofMessage(asked.headers),
    host,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
  }
  const { method, url: path } = asked
  const onward = ask({ host: '127.0.0.1', port: to, agent, method, path, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, ofMessage(answered.headers))
    answered.pipe(answer)
  })
  onward.on('error', () => answer.stream?.close())
  asked.pipe(onward)
}

const ofMessage = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofConnection.has(name)),
  )

/** When the line is free again: one for all connections, as from a phone. */
let freeAt = 0

/** Holds each byte for half a round trip, the first ones for another whole one: the connection had to be made. */
function lay(near: Socket, far: Socket, { roundTripMs, bytesPerSecond }: Omit<ProxyOrder, 'to' | 'speaks'>) {
  const made = performance.now() + roundTripMs
  const later = (at: number, work: () => void) => setTimeout(work, Math.max(0, at - performance.now()))
  const up = () => Math.max(performance.now(), made) + roundTripMs / 2
  const down = (bytes: number) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1_000
    return freeAt + roundTripMs / 2
  }
  near.on('data', (bytes: Buffer) => later(up(), () => far.write(bytes)))
  far.on('data', (bytes: Buffer) => later(down(bytes.length), () => near.write(bytes)))
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.setNoDelay()
    one.on('error', () => other.destroy())
    one.on('close', () => later(performance.now() + roundTripMs, () => other.destroy()))
  }
}
