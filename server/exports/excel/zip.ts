// A zip archive as a stream: each file is packed while it is written, its sizes follow it.
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** The same content gives the same bytes: all files are from 1 January 1980. */
const DATE = 0x21
/** Sizes follow; names are UTF-8. */
const FLAGS = 0x808
const DEFLATE = 8
const VERSION = 20
const MOST = 0xffffffff
const LEVEL = 4

type Entry = { name: Buffer; crc: number; packed: number; size: number; offset: number }

export class Zip {
  readonly #entries: Entry[] = []
  #offset = 0

  async *file(name: string, content: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset }
    this.#entries.push(entry)
    yield this.#count(localHead(entry))
    const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 })
    const source = Readable.from(counted(content, entry), { objectMode: false, highWaterMark: 128 * 1024 })
    source.on('error', (error) => deflate.destroy(error))
    for await (const piece of source.pipe(deflate) as AsyncIterable<Buffer>) {
      entry.packed += piece.length
      yield this.#count(piece)
    }
    if (entry.size > MOST || this.#offset > MOST) throw new Error('the archive is larger than 4 GiB')
    yield this.#count(sizesOf(entry))
  }

  /** The table of contents, after the last file. */
  *end(): Generator<Buffer> {
    const begin = this.#offset
    for (const entry of this.#entries) yield this.#count(directoryEntry(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#offset - begin, 12)
    end.writeUInt32LE(begin, 16)
    yield end
  }

  #count(piece: Buffer): Buffer {
    this.#offset += piece.length
    return piece
  }
}

async function* counted(content: Iterable<string> | AsyncIterable<string>, entry: Entry) {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

function localHead({ name }: Entry): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function sizesOf({ crc, packed, size }: Entry): Buffer {
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(0x08074b50, 0)
  sizes.writeUInt32LE(crc, 4)
  sizes.writeUInt32LE(packed, 8)
  sizes.writeUInt32LE(size, 12)
  return sizes
}

function directoryEntry({ name, crc, packed, size, offset }: Entry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATE, 10)
  head.writeUInt16LE(DATE, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}
