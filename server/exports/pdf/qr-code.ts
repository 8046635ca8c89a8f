// A QR code (ISO/IEC 18004) of a short text, as bytes and with the middle of the usual error corrections (M: 15 % of
// it may be dirt). The text is cut into blocks, each with its own check bytes; blocks are dealt out byte by byte, and
// laid from the lower right corner upwards and downwards in columns of two, around the fixed patterns. Of eight masks
// the one that a camera reads best is laid over it.

/** By version, from 1 on: check bytes of each block, and how many blocks. */
const checks = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28]
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10]

/** Rows of modules; true is dark. */
type Modules = boolean[][]

/** Throws where the text is longer than any link. */
export function qrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text)
  const version = checks.findIndex((_, at) => bytesIn(at + 1) >= bytes.length + lengthBytes(at + 1)) + 1
  if (version === 0) throw new Error('the text is too long for a QR code')
  const words = dealtOut(padded(bytes, version), version)
  const plain = new Grid(version)
  plain.lay(words)
  const masked = masks.map((_, mask) => plain.masked(mask))
  const penalties = masked.map(penaltyOf)
  return masked[penalties.indexOf(Math.min(...penalties))] as Modules
}

/** Mode and length take 12 bits, from version 10 on 20: the last half byte is the end of the text. */
const lengthBytes = (version: number) => (version < 10 ? 2 : 3)

/** All modules but the fixed ones, in bytes. */
function wordsIn(version: number): number {
  let modules = (16 * version + 128) * version + 64
  if (version > 1) {
    const across = placesIn(version).length
    modules -= (25 * across - 10) * across - 55
  }
  if (version > 6) modules -= 36
  return Math.floor(modules / 8)
}

const bytesIn = (version: number) => wordsIn(version) - checksOf(version) * blocksOf(version)
const checksOf = (version: number) => checks[version - 1] as number
const blocksOf = (version: number) => blocks[version - 1] as number

/** The mode 'bytes', the length, the text, its end, and filling. */
function padded(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const add = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  add(0b0100, 4)
  add(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) add(byte, 8)
  add(0, 4)
  const words: number[] = []
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + bit, 0))
  for (let filling = 0xec; words.length < bytesIn(version); filling ^= 0xec ^ 0x11) words.push(filling)
  return words
}

function dealtOut(data: number[], version: number): number[] {
  const [count, check] = [blocksOf(version), checksOf(version)]
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  const divisor = divisorOf(check)
  let at = 0
  const parts = Array.from({ length: count }, (_, block) => {
    const part = data.slice(at, at + short + Number(block >= count - longer))
    at += part.length
    return { part, rest: remainder(part, divisor) }
  })
  const words: number[] = []
  for (let place = 0; place <= short; place++)
    for (const { part } of parts) if (place < part.length) words.push(part[place] as number)
  for (let place = 0; place < check; place++) for (const { rest } of parts) words.push(rest[place] as number)
  return words
}

/** In the field of 256 elements in which the check bytes are reckoned. */
export function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((other >> bit) & 1) product ^= one
  }
  return product
}

function divisorOf(degree: number): number[] {
  let divisor = [1]
  for (let root = 1, step = 0; step < degree; step++, root = times(root, 2))
    divisor = [...divisor, 0].map((word, at) => word ^ (at > 0 ? times(divisor[at - 1] as number, root) : 0))
  return divisor.slice(1)
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  let rest: number[] = divisor.map(() => 0)
  for (const word of data) {
    const factor = word ^ (rest[0] as number)
    rest = divisor.map((part, at) => times(part, factor) ^ (rest[at + 1] ?? 0))
  }
  return rest
}

const sizeOf = (version: number) => 17 + 4 * version

/** The lines on which the small squares have their middle. */
function placesIn(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((4 * version + 4) / (2 * count - 2)) * 2
  const places = Array.from({ length: count - 1 }, (_, at) => sizeOf(version) - 7 - at * step)
  return [6, ...places.toReversed()]
}

const masks: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

class Grid {
  readonly #version: number
  readonly #size: number
  readonly #dark: Modules
  /** Fixed patterns: neither text nor mask comes here. */
  readonly #fixed: Modules

  constructor(version: number) {
    this.#version = version
    this.#size = sizeOf(version)
    const empty = () => Array.from({ length: this.#size }, () => Array<boolean>(this.#size).fill(false))
    this.#dark = empty()
    this.#fixed = empty()
    for (let at = 0; at < this.#size; at++) {
      this.#set(at, 6, at % 2 === 0)
      this.#set(6, at, at % 2 === 0)
    }
    const far = this.#size - 4
    for (const [x, y] of [
      [3, 3],
      [far, 3],
      [3, far],
    ] as const)
      this.#finder(x, y)
    this.#squares()
    this.#format(this.#dark, 0)
    this.#versionBits()
  }

  #set(x: number, y: number, dark: boolean) {
    const [row, fixed] = [this.#dark[y], this.#fixed[y]]
    if (!row || !fixed || x < 0 || x >= this.#size) return
    row[x] = dark
    fixed[x] = true
  }

  #finder(middleX: number, middleY: number) {
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y))
        this.#set(middleX + x, middleY + y, ring !== 2 && ring !== 4)
      }
  }

  #squares() {
    const places = placesIn(this.#version)
    const last = places.length - 1
    for (const [column, middleX] of places.entries())
      for (const [row, middleY] of places.entries()) {
        const isFinder =
          (column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0)
        if (isFinder) continue
        for (let y = -2; y <= 2; y++)
          for (let x = -2; x <= 2; x++)
            this.#set(middleX + x, middleY + y, Math.max(Math.abs(x), Math.abs(y)) !== 1)
      }
  }

  /** Says twice which correction and which mask hold; fixed, too. */
  #format(modules: Modules, mask: number) {
    // The correction M is 00.
    let rest = mask
    for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
    const bits = ((mask << 10) | rest) ^ 0x5412
    const put = (x: number, y: number, bit: number) => {
      ;(modules[y] as boolean[])[x] = ((bits >> bit) & 1) === 1
      ;(this.#fixed[y] as boolean[])[x] = true
    }
    for (let bit = 0; bit < 6; bit++) put(8, bit, bit)
    put(8, 7, 6)
    put(8, 8, 7)
    put(7, 8, 8)
    for (let bit = 9; bit < 15; bit++) put(14 - bit, 8, bit)
    for (let bit = 0; bit < 8; bit++) put(this.#size - 1 - bit, 8, bit)
    for (let bit = 8; bit < 15; bit++) put(8, this.#size - 15 + bit, bit)
    ;(modules[this.#size - 8] as boolean[])[8] = true
    ;(this.#fixed[this.#size - 8] as boolean[])[8] = true
  }

  /** Larger ones say their version. */
  #versionBits() {
    if (this.#version < 7) return
    let rest = this.#version
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
    const bits = (this.#version << 12) | rest
    for (let bit = 0; bit < 18; bit++) {
      const [near, far] = [Math.floor(bit / 3), this.#size - 11 + (bit % 3)]
      const dark = ((bits >> bit) & 1) === 1
      this.#set(far, near, dark)
      this.#set(near, far, dark)
    }
  }

  lay(words: readonly number[]) {
    let bit = 0
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      // The upright row of dots is no column.
      if (right === 6) right = 5
      const isUpwards = ((right + 1) & 2) === 0
      for (let step = 0; step < this.#size; step++) {
        const y = isUpwards ? this.#size - 1 - step : step
        for (const x of [right, right - 1]) {
          if (this.#fixed[y]?.[x]) continue
          const word = words[bit >> 3] ?? 0
          ;(this.#dark[y] as boolean[])[x] = ((word >> (7 - (bit & 7))) & 1) === 1
          bit++
        }
      }
    }
  }

  masked(mask: number): Modules {
    const isTurned = masks[mask] as (x: number, y: number) => number
    const modules = this.#dark.map((row, y) =>
      row.map((dark, x) => dark !== (!this.#fixed[y]?.[x] && isTurned(x, y) === 0)),
    )
    this.#format(modules, mask)
    return modules
  }
}

/** What makes a code hard to read: long lines, patches, what looks like a corner, and too much of one colour. */
function penaltyOf(modules: Modules): number {
  const size = modules.length
  const columns = modules.map((_, x) => modules.map((row) => row[x] as boolean))
  let penalty = 0
  let dark = 0
  for (const line of [...modules, ...columns]) {
    const text = line.map(Number).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    for (const corner of ['00001011101', '10111010000'])
      for (let at = text.indexOf(corner); at >= 0; at = text.indexOf(corner, at + 1)) penalty += 40
  }
  for (const [y, row] of modules.entries())
    for (const [x, module] of row.entries()) {
      if (module) dark++
      const [right, below] = [row[x + 1], modules[y + 1]]
      if (right === module && below?.[x] === module && below[x + 1] === module) penalty += 3
    }
  return penalty + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10
}

/** As a drawing, with the white edge that it needs. */
export function qrDrawing(text: string): string {
  const modules = qrCode(text)
  const side = modules.length + 8
  const path = modules
    .flatMap((row, y) =>
      [...row.map(Number).join('').matchAll(/1+/g)].map(
        ({ 0: run, index }) => `M${index + 4} ${y + 4}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`
}
