// Streams a zip archive: each file is compressed while it is written, and its sizes follow it.
import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type Content = Iterable<string> | AsyncIterable<string>
type Entry = { name: Buffer; crc: number; packed: number; size: number; offset: number }

/** 1 January 1980 for all files, so that equal contents give equal bytes. */
const DATE = 0x21
/** Flags: sizes follow the data; names are UTF-8. */
const FLAGS = 0x808
const DEFLATE = 8
const VERSION = 20
const MOST_BYTES = 0xffffffff
/** Levels above 4 hardly shrink it further. Compression runs on another thread while the next piece is made. */
const PACKING = { level: 4, memLevel: 9, chunkSize: 64 * 1024, highWaterMark: 256 * 1024 }

export class Zip {
  readonly #entries: Entry[] = []
  #offset = 0

  async *file(name: string, content: Content): AsyncGenerator<Buffer> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset }
    this.#entries.push(entry)
    yield this.#count(localHeader(entry))
    const deflate = createDeflateRaw(PACKING)
    // An error of the content destroys `deflate`, so the loop below throws it.
    pipeline(measured(content, entry), deflate, () => {})
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      entry.packed += piece.length
      yield this.#count(piece)
    }
    if (entry.size > MOST_BYTES || this.#offset > MOST_BYTES)
      throw new Error('the archive is larger than 4 GiB')
    yield this.#count(dataDescriptor(entry))
  }

  /** The central directory, after the last file. */
  *end(): Generator<Buffer> {
    const begin = this.#offset
    for (const entry of this.#entries) yield this.#count(directoryHeader(entry))
    const count = this.#entries.length
    const size = this.#offset - begin
    yield words(...long(0x06054b50), 0, 0, count, count, ...long(size), ...long(begin), 0)
  }

  #count(piece: Buffer): Buffer {
    this.#offset += piece.length
    return piece
  }
}

async function* measured(content: Content, entry: Entry): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

/** Little-endian 16-bit numbers; larger ones are two of them. */
const words = (...all: number[]) => Buffer.from(Uint16Array.from(all).buffer)
const long = (number: number) => [number & 0xffff, number >>> 16]

const localHeader = ({ name }: Entry) =>
  Buffer.concat([
    words(...long(0x04034b50), VERSION, FLAGS, DEFLATE, 0, DATE, 0, 0, 0, 0, 0, 0, name.length, 0),
    name,
  ])

const sizesOf = ({ crc, packed, size }: Entry) => [...long(crc), ...long(packed), ...long(size)]
const dataDescriptor = (entry: Entry) => words(...long(0x08074b50), ...sizesOf(entry))

function directoryHeader(entry: Entry): Buffer {
  const { name, offset } = entry
  const about = [VERSION, VERSION, FLAGS, DEFLATE, 0, DATE, ...sizesOf(entry), name.length]
  return Buffer.concat([words(...long(0x02014b50), ...about, 0, 0, 0, 0, 0, 0, ...long(offset)), name])
}
