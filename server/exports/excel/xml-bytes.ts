// The bytes of a sheet as they are written. A million cells as strings would be a gigabyte of garbage; here they are
// put where they are packed from, in two buffers that take turns: one is packed while the other is filled.
import { xmlText } from './text.ts'

/** So many bytes are packed at once: each time wakes another thread, and with less this costs more than the packing. */
const PIECE = 128 * 1024
/** What a row takes beyond that, usually; for a longer one the buffer grows. */
const SPARE = 16 * 1024
const escapes = Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 && xmlText(String.fromCharCode(byte)).length > 1
    ? Buffer.from(xmlText(String.fromCharCode(byte)))
    : undefined,
)
const MOST_ESCAPED = 6
/** UTF-8 has no more for a unit of a string. */
const MOST_BYTES = 3

export class XmlBytes {
  #bytes = Buffer.allocUnsafe(PIECE + SPARE)
  #other = Buffer.allocUnsafe(PIECE + SPARE)
  #at = 0

  get isFull() {
    return this.#at >= PIECE
  }

  /** What was written since the last time. It holds until the next one is taken. */
  take(): Uint8Array {
    const written = this.#bytes.subarray(0, this.#at)
    const other = this.#other
    this.#other = this.#bytes
    this.#bytes = other
    this.#at = 0
    return written
  }

  put(part: Uint8Array, begin = 0, end = part.length) {
    const size = end - begin
    const at = this.#room(size)
    const bytes = this.#bytes
    // Parts are short: to call for a copy takes longer.
    for (let index = 0; index < size; index++) bytes[at + index] = part[begin + index] as number
    this.#at = at + size
  }

  /** A text in UTF-8 that has no control characters. */
  putText(text: Uint8Array, begin: number, end: number) {
    let at = this.#room(MOST_ESCAPED * (end - begin))
    const bytes = this.#bytes
    for (let index = begin; index < end; index++) {
      const byte = text[index] as number
      const escaped = escapes[byte]
      if (escaped === undefined) bytes[at++] = byte
      else for (let sign = 0; sign < escaped.length; sign++) bytes[at++] = escaped[sign] as number
    }
    this.#at = at
  }

  putString(xml: string) {
    const at = this.#room(MOST_BYTES * xml.length)
    this.#at = at + this.#bytes.write(xml, at)
  }

  /** Makes sure that so much fits, and says where. */
  #room(size: number): number {
    const at = this.#at
    if (at + size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * (at + size))
      this.#bytes.copy(larger, 0, 0, at)
      this.#bytes = larger
    }
    return at
  }
}
