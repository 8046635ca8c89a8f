// Documents for tests, written as they are read.
import type { FieldType } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'

export const processOf = (...content: Tree[]): Tree => ({ type: 'process', content })

export const section = (headline: string, ...content: Tree[]): Tree => ({
  type: 'section',
  content: [
    { type: 'section_headline', content: [{ type: 'text', text: headline }] },
    { type: 'section_body', content },
  ],
})

export const paragraph = (...content: (Tree | string)[]): Tree => ({
  type: 'paragraph',
  content: content.map((one) => (typeof one === 'string' ? { type: 'text', text: one } : one)),
})

const active = (type: FieldType) => (name: string) => ({ type: 'active', attrs: { name, type } })
export const number = active('text')
export const textarea = active('textarea')
export const checkbox = active('checkbox')
