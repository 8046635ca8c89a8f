// The same client as ask.ts, by HTTPS and HTTP/2 to a proxy on `localhost`: all requests on one connection, as a browser's.
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { ofLocalhost } from '#server/testing/certificate.ts'
import { type Answer, type Ask, type Asked, lengthOf } from './ask.ts'

export function connectByHttp2(port: number) {
  let session: ClientHttp2Session | undefined
  /** A proxy lets a connection go after so many requests: then the next one is begun. */
  const current = () => {
    if (!session || session.closed || session.destroyed) {
      session = connect(`https://localhost:${port}`, { ca: ofLocalhost.cert })
      session.on('error', () => {}) // each request tells it
    }
    return session
  }
  /** What the proxy has not begun when it let the connection go is asked again, as browsers do. */
  const ask: Ask = async (asked) => {
    const first = await send(current(), asked)
    return first === 'refused' ? mustBeTaken(await send(current(), asked)) : first
  }
  return { ask, close: () => session?.close() }
}

function mustBeTaken(answer: Answer | 'refused'): Answer {
  if (answer === 'refused') throw new Error('refused twice')
  return answer
}

function send(session: ClientHttp2Session, { method, path, cookie, headers, body }: Asked) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | 'refused'>()
  const stream = session.request({
    ':method': method,
    ':path': path,
    ...(cookie && { cookie }),
    ...lengthOf(method, body),
    ...headers,
  })
  const chunks: Buffer[] = []
  let answered: (Answer['headers'] & { ':status'?: number | undefined }) | undefined
  let failure: Error | undefined
  stream.on('response', (fields) => (answered = fields))
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('error', (error) => (failure = error))
  stream.on('close', () => {
    if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) resolve('refused')
    // A stream that is cut off says so by its code alone, and then what has come of the answer is not all of it.
    else if (failure || !answered || stream.rstCode !== constants.NGHTTP2_NO_ERROR)
      reject(failure ?? new Error(`ended with ${stream.rstCode}`))
    else
      resolve({
        status: answered[':status'] ?? 0,
        headers: answered,
        text: Buffer.concat(chunks).toString(),
      })
  })
  stream.end(body)
  return promise
}
