// Generates documents that contain whatever could become script when a tree is rendered. No editor writes them,
// and no server should return them.
import fc from 'fast-check'
import { hostileTexts, scriptAddresses } from '#server/testing/hostile-texts.ts'

const words = (text: string) => text.trim().split(/\s+/)

const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(
    null,
    true,
    0,
    1,
    3,
    -1,
    1e9,
    1.5,
    '#ff0000',
    'text',
    'textarea',
    'checkbox',
    'password',
    'script',
  ),
  fc.constantFrom(
    [],
    {},
    [50, 1e9, 'x'],
    { __html: '<img src=x onerror=hurt()>' },
    { $$typeof: 'react.transitional.element', type: 'script', props: { children: 'hurt()' } },
    { toString: 'hurt' },
  ),
)
const keys = words(`
  href src title alt name type level order colspan rowspan colwidth background style onclick
  onError srcset srcDoc dangerouslySetInnerHTML ref key is children
`)
const attributes = fc.dictionary(fc.constantFrom(...keys), values, { maxKeys: 6, noNullPrototype: true })

const known = words(`
  section section_headline section_body paragraph blockquote heading code_block image bullet_list
  ordered_list list_item table table_row table_cell table_header active text hard_break
  horizontal_rule
`)
const unknown = [
  'script',
  'iframe',
  'svg',
  'object',
  'a',
  'constructor',
  '__proto__',
  'toString',
  'process',
  '',
]
const type = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...known) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...unknown, null, 7, {}) },
)
const mark = fc.record({
  type: fc.constantFrom<unknown>('link', 'link', 'link', 'em', 'strong', 'code', 'script', null),
  attrs: fc.oneof(attributes, fc.record({ href: fc.constantFrom(...scriptAddresses) }), values),
})

type Drawn = 'tree' | 'linked' | 'pictured' | 'field' | 'section' | 'table' | 'any'
const holding = (type: string, content: fc.Arbitrary<unknown>) =>
  fc.record({ type: fc.constant(type), attrs: attributes, content })
const wording = fc.tuple(fc.record({ type: fc.constant('text'), text: fc.constantFrom(...hostileTexts) }))

/** Most trees have the shape of a document, so that their hostile values get as far as possible. */
const { tree } = fc.letrec<Record<Drawn, unknown>>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: false },
    ...(['linked', 'pictured', 'field', 'section', 'table', 'any'] as const).map((name) => tie(name)),
  ),
  field: fc.record({
    type: fc.constant('active'),
    attrs: fc.record({
      type: fc.constantFrom('text', 'textarea', 'checkbox', 'checkbox', 'password', 'script'),
      name: fc.constantFrom(...hostileTexts),
    }),
  }),
  section: holding(
    'section',
    fc.tuple(
      holding('section_headline', wording),
      holding('section_body', fc.array(tie('tree'), { minLength: 1, maxLength: 4 })),
    ),
  ),
  table: holding(
    'table',
    fc.tuple(
      holding('table_row', fc.array(holding('table_header', fc.array(tie('tree'))), { maxLength: 3 })),
      holding('table_row', fc.array(holding('table_cell', fc.array(tie('tree'))), { maxLength: 3 })),
    ),
  ),
  linked: holding(
    'paragraph',
    fc.array(
      fc.record({
        type: fc.constant('text'),
        text: fc.constantFrom(...hostileTexts),
        marks: fc.tuple(
          fc.record({
            type: fc.constant('link'),
            attrs: fc.record({ href: fc.constantFrom(...scriptAddresses) }),
          }),
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
  pictured: fc.record({
    type: fc.constant('image'),
    attrs: fc.record({ src: fc.constantFrom(...scriptAddresses), title: values, alt: values }),
  }),
  any: fc.record(
    {
      type,
      attrs: fc.oneof({ weight: 6, arbitrary: attributes }, { weight: 1, arbitrary: values }),
      marks: fc.oneof(fc.array(mark, { maxLength: 3 }), values),
      text: values,
      content: fc.oneof(
        { weight: 6, arbitrary: fc.array(tie('tree'), { maxLength: 4 }) },
        { weight: 1, arbitrary: values },
      ),
    },
    { requiredKeys: ['type'] },
  ),
}))

export const hostileTrees = (count: number, seed: number): unknown[] => [
  ...fc.sample(tree, { numRuns: count - 1, seed }),
  nested(300),
]

/** Deeper than the renderer goes. */
function nested(depth: number): unknown {
  let node: unknown = { type: 'paragraph', content: [{ type: 'text', text: 'innen' }] }
  for (let at = 0; at < depth; at++) node = { type: 'blockquote', content: [node] }
  return node
}
