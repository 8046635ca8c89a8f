// Builders for documents in code: the templates, the demo, the PDF of a person's data, and tests.
import type { Condition } from './condition.ts'
import type { FieldType } from './fields.ts'
import type { Mark, Tree } from './tree.ts'

type Inline = Tree | string
const toInlineNodes = (content: Inline[]): Tree[] =>
  content.map((one) => (typeof one === 'string' ? { type: 'text', text: one } : one))

export const processOf = (...content: Tree[]): Tree => ({ type: 'process', content })

export const section = (headline: string, ...content: Tree[]): Tree => ({
  type: 'section',
  content: [
    { type: 'section_headline', content: toInlineNodes([headline]) },
    { type: 'section_body', content },
  ],
})

export const paragraph = (...content: Inline[]): Tree => ({
  type: 'paragraph',
  content: toInlineNodes(content),
})
export const heading = (level: number, text: string): Tree => ({
  type: 'heading',
  attrs: { level },
  content: toInlineNodes([text]),
})
export const quote = (...content: Inline[]): Tree => ({
  type: 'blockquote',
  content: [paragraph(...content)],
})
export const horizontalRule: Tree = { type: 'horizontal_rule' }

/** A list item: a single text or node, or an array for a line that consists of several. */
type Item = Inline | Inline[]
const listItems = (lines: Item[]): Tree[] =>
  lines.map((line) => ({ type: 'list_item', content: [paragraph(...[line].flat())] }))
export const bullets = (...lines: Item[]): Tree => ({ type: 'bullet_list', content: listItems(lines) })
export const orderedList = (...lines: Item[]): Tree => ({ type: 'ordered_list', content: listItems(lines) })

const markedText = (text: string, mark: Mark): Tree => ({ type: 'text', text, marks: [mark] })
export const strong = (text: string) => markedText(text, { type: 'strong' })
export const em = (text: string) => markedText(text, { type: 'em' })
export const link = (text: string, href: string) => markedText(text, { type: 'link', attrs: { href } })

type CellOptions = { width?: number; background?: string; colspan?: number; rowspan?: number }
const cellBuilder =
  (type: 'table_cell' | 'table_header') =>
  (content: Item, { width, ...attrs }: CellOptions = {}): Tree => ({
    type,
    attrs: { ...attrs, ...(width !== undefined && { colwidth: [width] }) },
    content: [paragraph(...[content].flat())],
  })
export const cell = cellBuilder('table_cell')
export const headerCell = cellBuilder('table_header')
/** A cell given as words becomes a plain paragraph. */
export const table = (...rows: (Tree | string)[][]): Tree => ({
  type: 'table',
  content: rows.map((cells) => ({
    type: 'table_row',
    content: cells.map((one) => (typeof one === 'string' ? cell(one) : one)),
  })),
})

const fieldBuilder = (type: FieldType) => (name: string) => ({ type: 'active', attrs: { name, type } })
export const numberField = fieldBuilder('text')
export const textareaField = fieldBuilder('textarea')
export const checkboxField = fieldBuilder('checkbox')
export const dateField = fieldBuilder('date')
export const timeField = fieldBuilder('time')
export const photoField = fieldBuilder('photo')
export const signatureField = fieldBuilder('signature')

const choiceBuilder =
  (type: FieldType) =>
  (name: string, ...texts: string[]): Tree => ({
    type: 'active',
    attrs: { name, type, options: texts.map((text, at) => ({ id: `m${at + 1}`, text })) },
  })
export const choiceField = choiceBuilder('choice')
export const choicesField = choiceBuilder('choices')

/** Marks a field as required: without an answer to it, a person has not finished the document. */
export const markRequired = ({ attrs, ...field }: Tree): Tree => ({
  ...field,
  attrs: { ...attrs, required: true },
})
/** A section that is visible only if the condition holds. */
export const conditionalSection = (condition: Condition, section: Tree): Tree => ({
  ...section,
  attrs: { when: condition },
})
