// Shared by tests of PDFs: documents, printing, and extraction of text.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { inflateSync } from 'node:zlib'
import { extractText } from 'unpdf'
import type { AnswerValue } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import { Exports } from '../exports.ts'
import { Images } from './images.ts'
import { pageData } from './page-data.ts'

export const exports = new Exports({ timeZone: 'Europe/Berlin' })
after(() => exports.close())

export const text = (words: string, ...marks: string[]): Tree => ({
  type: 'text',
  text: words,
  marks: marks.map((type) => ({ type })),
})
export const paragraph = (...content: Tree[]): Tree => ({ type: 'paragraph', content })
export const words = (some: string) => paragraph(text(some))
export const field = (type: string, name: string): Tree => ({ type: 'active', attrs: { type, name } })
export const section = (head: string, ...content: Tree[]): Tree => ({
  type: 'section',
  content: [
    { type: 'section_headline', content: head ? [text(head)] : [] },
    { type: 'section_body', content },
  ],
})
export const cell = (attrs: object, ...content: Tree[]): Tree => ({
  type: 'table_cell',
  attrs: { ...attrs },
  content,
})
export const head = (...content: Tree[]): Tree => ({ type: 'table_header', content })
export const table = (...rows: Tree[][]): Tree => ({
  type: 'table',
  content: rows.map((content) => ({ type: 'table_row', content })),
})
export const list = (...content: Tree[]): Tree => ({
  type: 'bullet_list',
  content: [{ type: 'list_item', content }],
})
export const picture = (src: string, alt: string | null = null): Tree =>
  paragraph({ type: 'image', attrs: { src, alt, title: null } })

type Extra = {
  title?: string
  answers?: Record<string, AnswerValue>
  image?: (src: string) => Uint8Array | undefined
  photo?: (src: string, isOfMany: boolean) => Promise<Uint8Array | undefined>
}
export const as_of = new Date('2026-11-20T23:30:00Z')
export const print = (
  content: Tree[],
  { title = 'Prüfung', answers = {}, image = () => undefined, ...more }: Extra = {},
) =>
  exports.documentPdf(
    { id: 1 },
    { title, as_of, content: { type: 'process', content }, answers, image, ...more },
  )

/** The template's input for this content. Texts in it can be compared with what a reader sees on the page. */
export const given = (
  content: Tree[],
  answers: Record<string, AnswerValue> = {},
  uploaded = new Map<string, Buffer>(),
) =>
  pageData(
    {
      title: 'T',
      asOf: '2026-11-21',
      content: { type: 'process', content },
      answers,
      results: false,
      nobody: '',
      people: [],
    },
    new Images(uploaded),
  )

/** The PDF as text, with compressed streams unpacked. */
export function inside(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    const end = source.indexOf('endstream', index)
    try {
      return inflateSync(pdf.subarray(index + length, end)).toString('latin1')
    } catch {
      return '' // an image, or not compressed
    }
  })
  return source + streams.join('\n')
}

export const qpdf = spawnSync('qpdf', ['--version']).status === 0
export const scratch = mkdtempSync(join(tmpdir(), 'kontor-pdf-'))
after(() => rmSync(scratch, { recursive: true }))

/** The PDF is complete and valid, and declares PDF/UA (accessibility). */
export function assertGood(pdf: Buffer) {
  assert.equal(pdf.toString('latin1', 0, 5), '%PDF-')
  assert.match(pdf.toString('latin1', pdf.length - 16), /%%EOF\s*$/)
  const all = inside(pdf)
  assert.match(all, /pdfuaid:part>1</)
  assert.match(all, /\/MarkInfo|\/Marked true/)
  assert.match(all, /\/Lang ?\(de/)
  if (!qpdf) return
  const file = join(scratch, 'checked.pdf')
  writeFileSync(file, pdf)
  const { status, stdout } = spawnSync('qpdf', ['--check', file])
  assert.equal(status, 0, stdout.toString())
}
/** Text of the PDF as a reader copies it or a screen reader gets it, extracted by an independent library. */
export async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return text.normalize()
}
export const pagesOf = (pdf: Buffer) => [...inside(pdf).matchAll(/\/Type ?\/Page\b(?!s)/g)].length
