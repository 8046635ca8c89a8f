// The floor of a workbook: the very bytes of the sheet, put together by a program that knows nothing else, and packed
// as hard. Says the checksum of what it has packed.
import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { takeOrders } from '#measure/child.ts'

/** `styles`: the looks of the ten cells, and of the one word among the numbers. */
export type BareSheet = { begin: string; end: string; rows: number; styles: number[]; level: number }

const PIECE = 64 * 1024
const DAY = 46_347
const text = (cell: string, style: number, words: string) =>
  `<c r="${cell}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${words}</t></is></c>`

takeOrders(async ({ begin, end, rows, styles, level }: BareSheet): Promise<number> => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, word = 0] = styles
  const deflate = createDeflateRaw({ level, chunkSize: PIECE })
  deflate.resume()
  const packed = once(deflate, 'end')
  let sum = 0
  const write = async (xml: string) => {
    const bytes = Buffer.from(xml)
    sum = crc32(bytes, sum)
    if (!deflate.write(bytes)) await once(deflate, 'drain')
  }
  let xml = begin
  for (let row = 0; row < rows; row++) {
    const minute = row % 60
    const at = row + 2
    xml += `<row r="${at}">${text(`A${at}`, a, `Nachname ${row % 3_000}, Vorname`)}${text(`B${at}`, b, `P${row}`)}<c r="C${at}" s="${c}"><v>${DAY}</v></c><c r="D${at}" s="${d}"><v>${((8 * 60 + minute) * 60) / 86_400}</v></c><c r="E${at}" s="${e}"><v>${((17 * 60 + minute) * 60) / 86_400}</v></c><c r="F${at}" s="${f}"><v>${(480 + minute) / 1_440}</v></c>${text(`G${at}`, g, 'Aufbau &amp; Technik')}${row % 7 ? `<c r="H${at}" s="${h}"><v>${row}</v></c>` : text(`H${at}`, word, 'frei')}<c r="I${at}" s="${i}"><v>${DAY + ((12 * 60 + minute) * 60) / 86_400}</v></c><c r="J${at}" s="${j}"><v>${row / 4}</v></c></row>`
    if (xml.length < PIECE) continue
    await write(xml)
    xml = ''
  }
  await write(xml + end)
  deflate.end()
  await packed
  return sum
})
