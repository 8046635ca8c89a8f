// The protocol between server and child: pieces of bytes, each after its length; an empty piece ends a job or
// its answer.
import type { Readable, Writable } from 'node:stream'

const HEAD = 4

export const END = Buffer.alloc(HEAD)
/** After its answer a child says whether it stays for the next job. */
export const GOES = 'goes'

export function frame(bytes: Uint8Array | string): Buffer {
  const size = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length
  const framed = Buffer.allocUnsafe(HEAD + size)
  framed.writeUInt32LE(size)
  if (typeof bytes === 'string') framed.write(bytes, HEAD)
  else framed.set(bytes, HEAD)
  return framed
}

/** The pieces as they arrive; ends where the stream ends, a cut piece is left out. */
export async function* framesOf(stream: Readable): AsyncGenerator<Buffer, void, undefined> {
  let chunks: Buffer[] = []
  let size = 0
  let wanted = HEAD
  let body = false
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    while (size >= wanted) {
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)
      const piece = whole.subarray(0, wanted)
      const rest = whole.subarray(wanted)
      chunks = rest.length > 0 ? [rest] : []
      size = rest.length
      if (body || piece.readUInt32LE() === 0) {
        yield body ? piece : Buffer.alloc(0)
        body = false
        wanted = HEAD
      } else {
        body = true
        wanted = piece.readUInt32LE()
      }
    }
  }
}

/** Writes, and waits while the other side has enough to do. */
export async function send(stream: Writable, framed: Buffer, signal?: AbortSignal): Promise<void> {
  if (stream.write(framed)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const goOn = () => resolve()
  stream.once('drain', goOn)
  stream.once('close', goOn)
  signal?.addEventListener('abort', goOn)
  await promise
  stream.off('drain', goOn)
  stream.off('close', goOn)
  // Thousands of them, one for each wait of a long job, would stay as long as the job.
  signal?.removeEventListener('abort', goOn)
}
