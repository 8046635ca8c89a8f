// A realistic process document of any length, and the same as HTML for printing in a browser.
import type { Tree } from '#contract/document/tree.ts'

const text = (words: string, ...marks: string[]): Tree => ({
  type: 'text',
  text: words,
  marks: marks.map((type) => ({ type })),
})
const paragraph = (...content: Tree[]): Tree => ({ type: 'paragraph', content })
const field = (type: string, name: string): Tree => ({ type: 'active', attrs: { type, name } })
const item = (words: string): Tree => ({ type: 'list_item', content: [paragraph(text(words))] })
const cell = (type: 'table_header' | 'table_cell', words: string): Tree => ({
  type,
  attrs: { colspan: 1, rowspan: 1, colwidth: null, background: null },
  content: [paragraph(text(words))],
})
const row = (type: 'table_header' | 'table_cell', ...words: string[]): Tree => ({
  type: 'table_row',
  content: words.map((one) => cell(type, one)),
})

const sentence =
  'Vor jedem Einsatz prüfen die Mitarbeiterinnen und Mitarbeiter ihre persönliche Schutzausrüstung; Beschädigungen werden der Veranstaltungsleitung unverzüglich gemeldet. '

/** Each section fills about 0.7 pages. */
export const processDocument = (sections: number): Tree => ({
  type: 'process',
  content: Array.from({ length: sections }, (_, number) => section(number + 1)),
})

const section = (number: number): Tree => ({
  type: 'section',
  content: [
    { type: 'section_headline', content: [text(`Abschnitt ${number}`)] },
    {
      type: 'section_body',
      content: [
        paragraph(text(sentence.repeat(3)), text('Wichtig: ', 'strong'), text(sentence, 'em')),
        {
          type: 'bullet_list',
          content: ['erstens', 'zweitens', 'drittens'].map((word) => item(`${word}: ${sentence}`)),
        },
        {
          type: 'table',
          content: [
            row('table_header', 'Wer', 'Was', 'Bis wann'),
            ...Array.from({ length: 6 }, (_, line) =>
              row('table_cell', `Team ${line}`, sentence.slice(0, 80), `${line + 8} Uhr`),
            ),
          ],
        },
        paragraph(field('text', `Größe ${number}`), text(' '), field('checkbox', `Verstanden ${number}`)),
        paragraph(field('textarea', `Bemerkung ${number}`)),
      ],
    },
  ],
})

const tags: Record<string, string> = {
  process: 'main',
  section: 'section',
  section_headline: 'h2',
  section_body: 'div',
  paragraph: 'p',
  bullet_list: 'ul',
  list_item: 'li',
  table: 'table',
  table_row: 'tr',
  table_header: 'th',
  table_cell: 'td',
}

export function htmlOf(document: Tree): string {
  const style = `@page { size: A4; margin: 25mm 20mm } body { font: 10pt sans-serif; hyphens: auto }
    table { border-collapse: collapse; width: 100% } td, th { border: 1px solid #aaa; padding: 5px; text-align: left }
    .area { border: 1px solid #999; height: 1.8cm }`
  return `<!doctype html><html lang="de"><title>Prozess</title><style>${style}</style>${html(document)}`
}

function html({ type, text, attrs, content = [], marks = [] }: Tree): string {
  if (text !== undefined)
    return marks.reduce(
      (inner, mark) => `<${mark.type}>${inner}</${mark.type}>`,
      text.replaceAll('<', '&lt;'),
    )
  if (type === 'active')
    return attrs?.['type'] === 'textarea'
      ? `${String(attrs['name'])}<div class="area"></div>`
      : `☐ ${String(attrs?.['name'])}`
  const tag = tags[type] as string
  return `<${tag}>${content.map(html).join('')}</${tag}>`
}
