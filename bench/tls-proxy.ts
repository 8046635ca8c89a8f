// A proxy with HTTPS before the server, at the end of a long line: for protocols.ts. It does with HTTP/2 what nginx does
// with `http2 on` and Caddy by itself; to the server it speaks HTTP/1.1 over connections that stay.
import { once } from 'node:events'
import { Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer as createSecureHttpServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
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
  const proxy =
    speaks === 'h2'
      ? createSecureServer({ ...ofLocalhost, allowHTTP1: true }, (asked, answer) =>
          pass(asked, answer, { to, agent }),
        )
      : createSecureHttpServer(ofLocalhost, (asked, answer) => pass(asked, answer, { to, agent }))
  const port = await listen(proxy)
  return listen(createServer((near) => lay(near, connect(port), { roundTripMs, bytesPerSecond })))
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function pass(
  asked: Http2ServerRequest | IncomingMessage,
  answer: Http2ServerResponse | ServerResponse,
  { to, agent }: { to: number; agent: Agent },
) {
  const host = String(asked.headers[':authority'] ?? asked.headers.host)
  const headers = {
    ...Object.fromEntries(ofMessage(asked.headers)),
    host,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
  }
  const { method = 'GET', url: path = '/' } = asked
  const onward = ask({ host: '127.0.0.1', port: to, agent, method, path, headers }, (answered) => {
    answer.statusCode = answered.statusCode ?? 502
    for (const [name, value] of ofMessage(answered.headers)) (answer as ServerResponse).setHeader(name, value)
    answered.pipe(answer as Writable)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

const ofMessage = (headers: Record<string, string | string[] | undefined>) =>
  Object.entries(headers).filter(
    (header): header is [string, string | string[]] =>
      header[1] !== undefined && !header[0].startsWith(':') && !ofConnection.has(header[0]),
  )

/** When the line is free again: one for all connections, as from a phone. */
let freeAt = 0

/** Holds each byte for half a round trip, the first ones for another whole one: the connection had to be made. */
function lay(near: Socket, far: Socket, { roundTripMs, bytesPerSecond }: Omit<ProxyOrder, 'to' | 'speaks'>) {
  const made = performance.now() + roundTripMs
  const up = inTurn(() => Math.max(performance.now(), made) + roundTripMs / 2)
  const down = inTurn((bytes) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1_000
    return freeAt + roundTripMs / 2
  })
  near.on('data', (bytes: Buffer) => up(bytes.length, () => far.write(bytes)))
  far.on('data', (bytes: Buffer) => down(bytes.length, () => near.write(bytes)))
  near.on('close', () => up(0, () => far.destroy()))
  far.on('close', () => down(0, () => near.destroy()))
  for (const one of [near, far]) one.setNoDelay().on('error', () => one.destroy())
}

/** Work that waits for its moment, and never overtakes what came before it. */
function inTurn(momentOf: (bytes: number) => number) {
  let last: Promise<unknown> = Promise.resolve()
  return (bytes: number, work: () => unknown) => {
    const at = momentOf(bytes)
    last = last.then(() => setTimeout(Math.max(0, at - performance.now()))).then(work)
  }
}
