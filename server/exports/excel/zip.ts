// Streams a zip archive: each file is compressed while it is written, and its sizes follow it.
import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipContent = Iterable<string> | AsyncIterable<string>
type ZipEntry = { name: Buffer; crc: number; packed: number; size: number; offset: number }

/** 1 January 1980 for all files, so that equal contents give equal bytes. */
const DOS_DATE = 0x21
/** Flags: sizes follow the data; names are UTF-8. */
const FLAGS = 0x808
const DEFLATE = 8
const ZIP_VERSION = 20
const MAX_BYTES = 0xffffffff
/** Higher levels hardly compress better. Compression runs on another thread while the next piece is made. */
const DEFLATE_OPTIONS = { level: 4, memLevel: 9, chunkSize: 64 * 1024, highWaterMark: 256 * 1024 }

export class Zip {
  readonly #entries: ZipEntry[] = []
  #offset = 0

  async *file(name: string, content: ZipContent): AsyncGenerator<Buffer> {
    const entry: ZipEntry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset }
    this.#entries.push(entry)
    yield this.#count(localHeader(entry))
    const deflate = createDeflateRaw(DEFLATE_OPTIONS)
    // An error of the content destroys `deflate`, so the loop below throws it.
    pipeline(measureContent(content, entry), deflate, () => {})
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      entry.packed += piece.length
      yield this.#count(piece)
    }
    if (entry.size > MAX_BYTES || this.#offset > MAX_BYTES)
      throw new Error('the archive is larger than 4 GiB')
    yield this.#count(dataDescriptor(entry))
  }

  /** The central directory, after the last file. */
  *end(): Generator<Buffer> {
    const begin = this.#offset
    for (const entry of this.#entries) yield this.#count(directoryHeader(entry))
    const count = this.#entries.length
    const size = this.#offset - begin
    yield uint16Bytes(
      ...splitUint32(0x06054b50),
      0,
      0,
      count,
      count,
      ...splitUint32(size),
      ...splitUint32(begin),
      0,
    )
  }

  #count(piece: Buffer): Buffer {
    this.#offset += piece.length
    return piece
  }
}

async function* measureContent(content: ZipContent, entry: ZipEntry): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

/** Little-endian 16-bit numbers. A 32-bit number is passed as two of them, by `splitUint32`. */
const uint16Bytes = (...all: number[]) => Buffer.from(Uint16Array.from(all).buffer)
const splitUint32 = (number: number) => [number & 0xffff, number >>> 16]

const localHeader = ({ name }: ZipEntry) =>
  Buffer.concat([
    uint16Bytes(
      ...splitUint32(0x04034b50),
      ZIP_VERSION,
      FLAGS,
      DEFLATE,
      0,
      DOS_DATE,
      0,
      0,
      0,
      0,
      0,
      0,
      name.length,
      0,
    ),
    name,
  ])

const crcAndSizes = ({ crc, packed, size }: ZipEntry) => [
  ...splitUint32(crc),
  ...splitUint32(packed),
  ...splitUint32(size),
]
const dataDescriptor = (entry: ZipEntry) => uint16Bytes(...splitUint32(0x08074b50), ...crcAndSizes(entry))

function directoryHeader(entry: ZipEntry): Buffer {
  const { name, offset } = entry
  const about = [ZIP_VERSION, ZIP_VERSION, FLAGS, DEFLATE, 0, DOS_DATE, ...crcAndSizes(entry), name.length]
  return Buffer.concat([
    uint16Bytes(...splitUint32(0x02014b50), ...about, 0, 0, 0, 0, 0, 0, ...splitUint32(offset)),
    name,
  ])
}
