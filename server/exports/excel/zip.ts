// A zip archive as a stream: each file is packed while it is written, its sizes follow it.
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** The same content gives the same bytes: all files are from 1 January 1980. */
const DATE = 0x21
/** Sizes follow; names are UTF-8. */
const FLAGS = 0x808
const DEFLATE = 8
const VERSION = 20
const MOST = 0xffffffff
/** Beyond it, files get hardly smaller. The most memory, 256 kB, packs in nine tenths of the time. */
const HOW = { level: 4, memLevel: 9, chunkSize: 64 * 1024 }

type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
type Entry = { name: Buffer; crc: number; packed: number; size: number; offset: number }

export class Zip {
  readonly #entries: Entry[] = []
  #offset = 0

  /** When a piece of the content is asked for, the one before the last is packed: its memory may be written anew. */
  async *file(name: string, content: Content): AsyncGenerator<Buffer> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset }
    this.#entries.push(entry)
    yield this.#count(localHead(entry))
    const deflate = createDeflateRaw(HOW)
    feed(deflate, content, entry).catch((error: unknown) => deflate.destroy(error as Error))
    for await (const piece of deflate as AsyncIterable<Buffer>) {
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

/** One piece is packed, by another thread, while the next one is made. */
async function feed(deflate: DeflateRaw, content: Content, entry: Entry) {
  let packed: Promise<void> = Promise.resolve()
  for await (const piece of content) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    await packed
    packed = write(deflate, bytes)
    packed.catch(() => {}) // it is heard when the next piece is there
  }
  await packed
  deflate.end()
}

const write = (deflate: DeflateRaw, bytes: Uint8Array) =>
  new Promise<void>((done, failed) => {
    deflate.write(bytes, (error) => (error ? failed(error) : done()))
  })

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
