// How the cells of a column are written: each a number or a text, never a formula.
import type { Column } from './input.ts'
import type { RowReader } from './row-reader.ts'
import { cachedSerials, type Serials } from './serials.ts'
import { textStyle, valueStyle } from './styles.ts'
import { cellText, isFormulaLike, LONGEST } from './text.ts'
import type { XmlBytes } from './xml-bytes.ts'

/** Writes the cell at which the reader stands, into the row with these digits. */
type Writer = (from: RowReader, row: Uint8Array) => void

const beginOf = (letters: string) => Buffer.from(`<c r="${letters}`)
const beforeNumber = (style: number) => Buffer.from(`" s="${style}"><v>`)
const AFTER_NUMBER = Buffer.from('</v></c>')
const beforeText = (style: number) => Buffer.from(`" s="${style}" t="inlineStr"><is><t xml:space="preserve">`)
const AFTER_TEXT = Buffer.from('</t></is></c>')

/**
 * Nearly all texts are, and it is quick to see: short enough, and like no formula, since a letter or a digit begins
 * it.
 */
const isOrdinary = ({ bytes, begin, end, isUsual }: RowReader) =>
  isUsual && beginsWord[bytes[begin + 1] as number] === 1 && end - begin <= LONGEST
/** By the first byte: ASCII, and À to ÿ. */
const beginsWord = new Uint8Array(256)
for (const byte of [...Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), 0xc3])
  beginsWord[byte] = 1

/** Writes the cells of one sheet. `link` says whether a cell may lead to an address. */
export class CellWriters {
  readonly #xml: XmlBytes
  readonly #serials: Serials
  readonly #link: (cell: string, address: string) => boolean

  constructor(xml: XmlBytes, timeZone: string, link: (cell: string, address: string) => boolean) {
    this.#xml = xml
    this.#serials = cachedSerials(timeZone)
    this.#link = link
  }

  of(column: Column, letters: string): Writer {
    const { type } = column
    const text = this.#texts(letters)
    if (type === 'text') return text
    if (type === 'link') return this.#links(column, letters, text)
    const number = this.#numbers(valueStyle(type), letters)
    // JSON writes numbers as XML does.
    if (type === 'number' || type === 'general')
      return (from, row) => {
        if (from.isText) text(from, row)
        else number(row, from.bytes, from.begin, from.end)
      }
    const serialOf = this.#serials[type]
    return (from, row) => {
      const serial = serialOf(from)
      if (serial) number(row, serial, 0, serial.length)
      else text(from, row)
    }
  }

  #numbers(style: number, letters: string) {
    const xml = this.#xml
    const begin = beginOf(letters)
    const before = beforeNumber(style)
    return (row: Uint8Array, bytes: Uint8Array, from: number, to: number) => {
      xml.put(begin)
      xml.put(row)
      xml.put(before)
      xml.put(bytes, from, to)
      xml.put(AFTER_NUMBER)
    }
  }

  #texts(letters: string): Writer {
    const xml = this.#xml
    const begin = beginOf(letters)
    const plain = beforeText(textStyle(false, false))
    return (from, row) => {
      xml.put(begin)
      xml.put(row)
      if (isOrdinary(from)) {
        xml.put(plain)
        xml.putText(from.bytes, from.begin + 1, from.end - 1)
      } else {
        const text = String(from.value)
        xml.put(beforeText(textStyle(isFormulaLike(text), text.includes('\n'))))
        xml.putString(cellText(text))
      }
      xml.put(AFTER_TEXT)
    }
  }

  #links({ type, words }: Column, letters: string, writeText: Writer): Writer {
    const xml = this.#xml
    const begin = beginOf(letters)
    const before = beforeText(valueStyle(type))
    return (from, row) => {
      const address = String(from.value)
      const cell = () => letters + Buffer.from(row).toString()
      if (!/^https?:\/\//.test(address) || !this.#link(cell(), address)) {
        writeText(from, row)
        return
      }
      xml.put(begin)
      xml.put(row)
      xml.put(before)
      xml.putString(cellText(words ?? address))
      xml.put(AFTER_TEXT)
    }
  }
}
