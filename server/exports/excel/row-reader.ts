// Rows as the server sends them, read where they lie: JSON as JSON.stringify writes it, without a blank. As values, a
// million cells would be so many things to make and to clear away; most go into the sheet byte by byte as they are.

const [QUOTE, COMMA, OPEN, CLOSE, BACKSLASH, NULL] = Buffer.from('",[]\\n')

/** Bytes that are not themselves in JSON or in Excel, and the first of what XML cannot hold (U+FFFE and U+FFFF). */
const isUnusual = new Uint8Array(256)
for (const byte of [...Buffer.from('\\_'), 0xef]) isUnusual[byte] = 1

export class RowReader {
  readonly bytes: Buffer
  /** Where the cell lies; a text with its quotes. */
  begin = 0
  end = 0
  isText = false
  /** A text whose letters stand for themselves. */
  isUsual = false
  #at = 1

  /** `bytes`: an array of rows, each an array of texts, numbers and null. */
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Into the next row, if there is one; the cells of the one before must have been read. */
  nextRow(): boolean {
    if (this.bytes[this.#at] === COMMA) this.#at++
    return this.bytes[this.#at++] === OPEN
  }

  /** To the next cell of the row, if there is one. */
  nextCell(): boolean {
    if (this.bytes[this.#at] === COMMA) this.#at++
    this.begin = this.#at
    const first = this.bytes[this.begin]
    if (first === QUOTE) this.#passText()
    else if (first === CLOSE) this.#at++
    else this.#passOther()
    return first !== CLOSE
  }

  get isEmpty(): boolean {
    return this.isText ? this.end - this.begin === 2 : this.bytes[this.begin] === NULL
  }

  get value(): unknown {
    return JSON.parse(this.bytes.toString('utf8', this.begin, this.end))
  }

  #passText() {
    const { bytes } = this
    let at = this.begin + 1
    let unusual = 0
    for (let byte = bytes[at] as number; byte !== QUOTE; byte = bytes[++at] as number) {
      unusual |= isUnusual[byte] as number
      if (byte === BACKSLASH) at++
    }
    this.isText = true
    this.isUsual = unusual === 0
    this.end = at + 1
    this.#at = this.end
  }

  #passOther() {
    const { bytes } = this
    let at = this.begin
    while (bytes[at] !== COMMA && bytes[at] !== CLOSE) at++
    this.isText = false
    this.isUsual = false
    this.end = at
    this.#at = at
  }
}
