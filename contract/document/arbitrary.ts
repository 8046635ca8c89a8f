// Generates any document that the schema allows, as JSON; for tests.
import fc from 'fast-check'
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import type { Condition } from './condition.ts'
import { fieldTypes, hasOptions } from './fields.ts'
import { schema, treeOf } from './schema.ts'
import { documentLimits, type Tree } from './tree.ts'

const { nodes, marks } = schema

/** Random texts, mixed with quotes, angle brackets, emoji, right-to-left script and a line break in the middle. */
const awkwardText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    'ä ö ü ß',
    '  ',
    '„so“',
    '\n',
    'שלום',
    '𝕏👩‍👩‍👧',
    '&amp;',
    '__proto__',
  ),
)
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const shortText = maybe(fc.string({ maxLength: 20 }))

const link = fc
  .record({
    href: fc.constantFrom('https://example.org/ä?x=1#y', 'mailto:a@b.de', 'tel:+4930123', '/ui/docs/1', '#x'),
    title: shortText,
  })
  .map((attrs) => marks.link.create(attrs))
const markSet = (allowed: fc.Arbitrary<Mark>[]) =>
  fc
    .array(fc.oneof(...allowed), { maxLength: 3 })
    .map((list) => list.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), []))
const plainMarks = [marks.em, marks.strong, marks.code].map((type) => fc.constant(type.create()))
const anyMarks = markSet([...plainMarks, link])

const text = (marks: fc.Arbitrary<readonly Mark[]>) =>
  fc.tuple(awkwardText, marks).map(([words, marks]) => schema.text(words, marks))
const image = fc
  .record({
    src: fc.constantFrom(
      '/docs/images/abcdefghijklmnopqrstuv/',
      'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      'https://example.org/a.png',
    ),
    title: shortText,
    alt: shortText,
  })
  .map((attrs) => nodes.image.create(attrs))
const fieldName = fc.oneof(
  fc.nat(9).map((number) => `Feld ${number}`),
  fc.string({ maxLength: 100 }).map((name) => name.trim()),
)
const options = fc
  .uniqueArray(fc.constantFrom('Ja', 'Nein', 'Größe „XL“', '<b>', 'a; b', '👍', 'שלום'), { maxLength: 5 })
  .map((texts) => texts.map((text, at) => ({ id: `m${at + 1}`, text })))
const fieldNode = fc
  .record({
    name: fieldName.filter((name) => name !== '__proto__'),
    type: fc.constantFrom(...fieldTypes),
    options,
    required: fc.boolean(),
  })
  .map(({ options, ...attrs }) =>
    nodes.active.create({ ...attrs, options: hasOptions(attrs.type) ? options : null }),
  )
const inline = fc.oneof(
  { weight: 4, arbitrary: text(anyMarks) },
  fc
    .tuple(fc.oneof(image, fieldNode, fc.constant(nodes.hard_break.create())), anyMarks)
    .map(([node, marks]) => node.mark(marks)),
)
const inlines = fc.array(inline, { maxLength: 5 })

const condition: fc.Arbitrary<Condition | null> = fc.oneof(
  fc.constant(null),
  fc.record(
    { field: fc.nat(9).map((at) => `Feld ${at}`), is: fc.constantFrom('filled', 'empty') },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      field: fc.nat(9).map((at) => `Feld ${at}`),
      is: fc.constant('option'),
      option: fc.constantFrom('m1', 'm2', 'm9'),
    },
    { noNullPrototype: true },
  ),
)

const colour = fc.nat(0xffffff).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const width = fc.oneof(fc.constant(0), fc.integer({ min: 25, max: documentLimits.columnWidth }))

/** `block`: content of quotes, lists and cells. Documents and sections may contain sections too. */
const { block, section } = fc.letrec<{ block: Node; section: Node; table: Node }>((tie) => {
  const blocks = (most: number) => fc.array(tie('block'), { minLength: 1, maxLength: most })
  const item = fc
    .tuple(inlines, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => nodes.list_item.create(null, [nodes.paragraph.create(null, first), ...rest]))
  const items = fc.array(item, { minLength: 1, maxLength: 3 })
  const lines = fc.oneof(
    inlines.map((all) => nodes.paragraph.create(null, Fragment.from(all))),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inlines)
      .map(([level, all]) => nodes.heading.create({ level }, all)),
    fc.array(text(fc.constant([])), { maxLength: 2 }).map((all) => nodes.code_block.create(null, all)),
    fc.constant(nodes.horizontal_rule.create()),
  )
  return {
    block: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'block' },
      { weight: 5, arbitrary: lines },
      blocks(3).map((all) => nodes.blockquote.create(null, all)),
      items.map((all) => nodes.bullet_list.create(null, all)),
      fc
        .tuple(fc.nat(documentLimits.order), items)
        .map(([order, all]) => nodes.ordered_list.create({ order }, all)),
      tie('table'),
    ),
    table: tableOf(blocks(2)),
    section: fc
      .tuple(
        fc.array(text(markSet(plainMarks)), { maxLength: 2 }),
        fc.array(fc.oneof({ maxDepth: 4, depthIdentifier: 'block' }, tie('block'), tie('section')), {
          maxLength: 3,
        }),
        condition,
      )
      .map(([head, body, when]) =>
        nodes.section.create({ when }, [
          nodes.section_headline.create(null, head),
          nodes.section_body.create(null, body),
        ]),
      ),
  }
})

/** Two rows and three columns, or two columns whose last cell in the second row spans the rest. */
function tableOf(content: fc.Arbitrary<Node[]>): fc.Arbitrary<Node> {
  const cell = (colspan: number, rowspan: number) =>
    fc
      .record({
        content,
        isHead: fc.boolean(),
        background: maybe(colour),
        colwidth: maybe(fc.array(width, { minLength: colspan, maxLength: colspan })),
      })
      .map(({ content, isHead, ...attrs }) =>
        nodes[isHead ? 'table_header' : 'table_cell'].create({ ...attrs, colspan, rowspan }, content),
      )
  const row = (...cells: fc.Arbitrary<Node>[]) =>
    fc.tuple(...cells).map((cells) => nodes.table_row.create(null, cells))
  const rows = fc.oneof(
    fc.tuple(row(cell(1, 1), cell(1, 1), cell(1, 1)), row(cell(1, 1), cell(2, 1))),
    fc.tuple(row(cell(1, 2), cell(2, 1)), row(cell(1, 1), cell(1, 1))),
    fc.tuple(row(cell(1, 1))),
  )
  return rows.map((rows) => nodes.table.create(null, rows))
}

export const anyDocument: fc.Arbitrary<Tree> = fc
  .array(fc.oneof({ weight: 2, arbitrary: block }, section), { maxLength: 6 })
  .map((all) => treeOf(nodes.process.create(null, all)))
