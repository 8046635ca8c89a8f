import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { history, undo } from 'prosemirror-history'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { anyDocument } from '#contract/document/arbitrary.ts'
import {
  conditionalSection,
  numberField,
  paragraph,
  processOf,
  section,
  textareaField,
} from '#contract/document/build.ts'
import { parseContent } from '#contract/document/check.ts'
import { schema, treeOf } from '#contract/document/schema.ts'
import { type Tree, treeText } from '#contract/document/tree.ts'
import { fieldsIn } from './fields.ts'
import {
  duplicateSection,
  insertSection,
  insertSubsection,
  moveSection,
  nestSection,
  unnestSection,
} from './sections.ts'

/** A state with the cursor after these words. */
function opened(tree: Tree, words: string): EditorState {
  const doc = schema.nodeFromJSON(tree)
  let at = 1
  doc.descendants((node, pos) => {
    if (node.isText && node.text?.includes(words)) at = pos + node.text.indexOf(words) + words.length
  })
  return EditorState.create({
    doc,
    selection: TextSelection.create(doc, at),
    plugins: [history({ newGroupDelay: 0 })],
  })
}
function after(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (tr) => (next = state.apply(tr)))
  return next
}
/** 'A(B) C': the headlines, with those of nested sections in brackets. */
const outline = (tree: Tree): string =>
  (tree.content ?? [])
    .filter(({ type }) => type === 'section')
    .map(({ content: [headline, body] = [] }) => {
      const inside = body ? outline(body) : ''
      return headline ? treeText(headline) + (inside && `(${inside})`) : ''
    })
    .join(' ')
const outlineOf = ({ doc }: EditorState) => outline(treeOf(doc))
const wordBefore = ({ selection: { $from } }: EditorState) => $from.parent.textContent

const three = processOf(
  section('A', paragraph('in A'), section('B', paragraph('in B'))),
  section('C', paragraph('in C')),
)

test('a section goes into the one before it, and out again behind the one around it', () => {
  const nested = after(opened(three, 'in C'), nestSection)
  assert.equal(outlineOf(nested), 'A(B C)')
  assert.equal(wordBefore(nested), 'in C')
  const deeper = after(nested, nestSection)
  assert.equal(outlineOf(deeper), 'A(B(C))')
  const back = after(after(deeper, unnestSection), unnestSection)
  assert.deepEqual(treeOf(back.doc), three)
  assert.equal(wordBefore(back), 'in C')
  assert.equal(unnestSection(back), false)
  assert.equal(nestSection(opened(three, 'in B')), false)
})

test('a section changes places with its neighbour, and does not leave the one around it', () => {
  assert.equal(outlineOf(after(opened(three, 'in C'), moveSection(-1))), 'C A(B)')
  assert.equal(outlineOf(after(opened(three, 'in A'), moveSection(1))), 'C A(B)')
  assert.equal(moveSection(1)(opened(three, 'in B')), false)
})

test('a copy has fields of its own, and its conditions look at these', () => {
  const tree = processOf(
    section(
      'A',
      paragraph('Zahl: ', numberField('Zahl'), numberField('Zahl'), textareaField('Feld 3')),
      conditionalSection({ field: 'Zahl', is: 'filled' }, section('B', paragraph('in B'))),
    ),
  )
  const copied = after(opened(tree, 'in B'), (state, dispatch) =>
    duplicateSection(state.apply(state.tr.setSelection(TextSelection.create(state.doc, 3))), dispatch),
  )
  assert.equal(outlineOf(copied), 'A(B) A(B)')
  assert.deepEqual(
    fieldsIn(copied.doc).map(({ node }) => node.attrs['name']),
    ['Zahl', 'Zahl', 'Feld 3', 'Zahl 2', 'Zahl 2', 'Feld 4'],
  )
  assert.match(JSON.stringify(treeOf(copied.doc)), /"when":\{"field":"Zahl 2","is":"filled"\}/)
})

test('a new section stands behind the one of the cursor; a section inside is asked for as such', () => {
  assert.equal(outlineOf(after(opened(three, 'in A'), insertSection)), 'A(B) New Section C')
  assert.equal(outlineOf(after(opened(three, 'in B'), insertSection)), 'A(B New Section) C')
  assert.equal(outlineOf(after(opened(three, 'in A'), insertSubsection)), 'A(New Section B) C')
  assert.equal(insertSubsection(opened(processOf(paragraph('x')), 'x')), false)
})

test('wherever the cursor is, what is done to sections leaves a document that is taken, and can be taken back', () => {
  const commands = [
    moveSection(-1),
    moveSection(1),
    nestSection,
    unnestSection,
    duplicateSection,
    insertSection,
  ]
  fc.assert(
    fc.property(anyDocument, fc.nat(), fc.nat({ max: commands.length - 1 }), (tree, place, which) => {
      const doc = schema.nodeFromJSON(tree)
      const at = TextSelection.near(doc.resolve(place % (doc.content.size + 1)))
      const state = EditorState.create({ doc, selection: at, plugins: [history({ newGroupDelay: 0 })] })
      const command = commands[which]
      const changed = command ? after(state, command) : state
      assert.deepEqual(parseContent(treeOf(changed.doc)), treeOf(changed.doc))
      assert.ok(after(changed, undo).doc.eq(doc))
    }),
    { numRuns: 100 },
  )
})
