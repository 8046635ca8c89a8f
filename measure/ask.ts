// Plain HTTP client: sends path and bytes exactly as given, and follows no redirects.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type HttpCall = {
  method: string
  path: string
  cookie?: string | undefined
  headers?: Record<string, string>
  body?: string | Buffer | undefined
  /** On its own connection, for requests that make the server hang up. */
  ownConnection?: true
}
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }
export type Ask = (call: HttpCall) => Promise<Answer>

export function connectTo(port: number, connections = 8) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask: Ask = ({ method, path, cookie, headers = {}, body, ownConnection }) =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: ownConnection ? false : agent,
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: { ...(cookie && { cookie }), ...lengthOf(method, body), ...headers },
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode as number,
              headers: incoming.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return { ask, close: () => agent.destroy() }
}

/** Without a content-length, Node and HTTP/2 proxies send some bodies in chunks. */
function lengthOf(method: string, body: string | Buffer | undefined): Record<string, string> {
  if (body !== undefined) return { 'content-length': String(Buffer.byteLength(body)) }
  return method === 'GET' || method === 'HEAD' ? {} : { 'content-length': '0' }
}

export const json = { 'content-type': 'application/json' }
