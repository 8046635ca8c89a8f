import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrCode, qrDrawing, times } from './qr-code.ts'

const link = 'https://kontor.example/ui/invitation#AAECAwQFBgcICQoLDA0ODw'

/** Rows of the code of 'KONTOR', as a camera's own reader has read them; 1 is dark. */
const known = [
  '111111100010001111111',
  '100000101001101000001',
  '101110100100101011101',
  '101110100011101011101',
  '101110101011101011101',
  '100000100101001000001',
  '111111101010101111111',
  '000000000100000000000',
  '101010100110100010010',
  '110011011001010100110',
  '010110110011011101011',
  '000010001001110110001',
  '001010110111011100100',
  '000000001110001100110',
  '111111100100100010011',
  '100000100110001110011',
  '101110101010101011111',
  '101110100111010000010',
  '101110101111011110101',
  '100000100011110010010',
  '111111101011011100111',
]

test('a code has its three corners, its dotted lines, and a size for the text', () => {
  for (const [length, side] of [
    [1, 21],
    [14, 21],
    [15, 25],
    [62, 33],
    [63, 37],
    [180, 53],
    [213, 57],
  ] as const) {
    const modules = qrCode('k'.repeat(length))
    assert.equal(modules.length, side)
    const corner = modules[0]?.slice(0, 8).map(Number).join('')
    assert.equal(corner, '11111110')
    assert.equal(modules[0]?.slice(-7).map(Number).join(''), '1111111')
    assert.equal(modules.at(-1)?.slice(0, 7).map(Number).join(''), '1111111')
    const dots = modules[6]?.slice(7, -7).map(Number) ?? []
    assert.ok(dots.every((dot, at) => dot === at % 2))
  }
})

test('what is laid out reads back as the text, and its check bytes agree', () => {
  for (const text of ['k', link, 'ä'.repeat(70)]) {
    const { words, checks, blocks } = readBack(qrCode(text))
    const parts = dealt(words, checks, blocks)
    for (const part of parts)
      for (let root = 1, step = 0; step < checks; step++, root = times(root, 2))
        assert.equal(
          part.reduce((sum, word) => times(sum, root) ^ word, 0),
          0,
        )
    const bits = parts
      .flatMap((part) => part.slice(0, -checks))
      .map((word) => word.toString(2).padStart(8, '0'))
      .join('')
    assert.equal(bits.slice(0, 4), '0100')
    const length = Number.parseInt(bits.slice(4, 12), 2)
    const bytes = Array.from({ length }, (_, at) => Number.parseInt(bits.slice(12 + at * 8, 20 + at * 8), 2))
    assert.equal(Buffer.from(bytes).toString(), text)
  }
})

test('a known code stays as readers of cameras have read it', () => {
  const rows = qrCode('KONTOR').map((row) => row.map(Number).join(''))
  assert.deepEqual(rows, known)
})

test('the drawing has a white edge of four modules, and nothing of the text in it', () => {
  const drawing = qrDrawing(link)
  assert.match(drawing, /^<svg [^>]+ viewBox="0 0 41 41"><path fill="#fff" d="M0 0h41v41h-41z"\/>/)
  assert.match(drawing, /<path d="M4 4h7v1h-7z/)
  assert.ok(!drawing.includes('kontor'))
})

test('a text that no link can have is refused', () => {
  assert.throws(() => qrCode('k'.repeat(600)))
})

/** A reader that knows only what stands in the code: the mask from its format, the words in their order. */
function readBack(modules: boolean[][]) {
  const size = modules.length
  const version = (size - 17) / 4
  const at = (x: number, y: number) => modules[y]?.[x] ?? false
  let format = 0
  for (let bit = 0; bit < 8; bit++) format |= Number(at(size - 1 - bit, 8)) << bit
  for (let bit = 8; bit < 15; bit++) format |= Number(at(8, size - 15 + bit)) << bit
  const mask = ((format ^ 0b101010000010010) >> 10) & 7
  const turned = [
    (x: number, y: number) => (x + y) % 2 === 0,
    (_: number, y: number) => y % 2 === 0,
    (x: number) => x % 3 === 0,
    (x: number, y: number) => (x + y) % 3 === 0,
    (x: number, y: number) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ][mask] as (x: number, y: number) => boolean
  const squares = { 1: [], 3: [6, 22], 4: [6, 26], 8: [6, 24, 42] }[version] as number[]
  const isFixed = (x: number, y: number) =>
    (x < 9 && y < 9) ||
    (x > size - 9 && y < 9) ||
    (x < 9 && y > size - 9) ||
    x === 6 ||
    y === 6 ||
    (version > 6 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12))) ||
    squares.some((middleX) =>
      squares.some(
        (middleY) =>
          Math.abs(x - middleX) < 3 &&
          Math.abs(y - middleY) < 3 &&
          !(middleX === 6 && (middleY === 6 || middleY > size - 9)) &&
          !(middleY === 6 && middleX > size - 9),
      ),
    )
  const bits: number[] = []
  let isUp = true
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) if (!isFixed(x, y)) bits.push(Number(at(x, y) !== turned(x, y)))
    }
    isUp = !isUp
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, word) =>
    Number.parseInt(bits.slice(word * 8, word * 8 + 8).join(''), 2),
  )
  const [checks, blocks] = { 1: [10, 1], 3: [26, 1], 4: [18, 2], 8: [22, 4] }[version] as [number, number]
  return { words, checks, blocks }
}

/** Each block with its check bytes; later ones may have one word more. */
function dealt(words: number[], checks: number, blocks: number): number[][] {
  const data = words.length - checks * blocks
  const short = Math.floor(data / blocks)
  const parts = Array.from({ length: blocks }, (): number[] => [])
  let at = 0
  for (let place = 0; place <= short; place++)
    for (const [block, part] of parts.entries())
      if (place < short || block >= blocks - (data % blocks)) part.push(words[at++] as number)
  for (let place = 0; place < checks; place++) for (const part of parts) part.push(words[at++] as number)
  return parts
}
