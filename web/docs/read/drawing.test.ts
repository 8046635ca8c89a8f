import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cell, checkboxField, link, numberField, strong, table } from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { cellColoursOf, columnWidths, groupByLink, splitIntoLineParts, withoutColon } from './drawing.ts'

const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((one, other) => one - other)
  return (light + 0.05) / (dark + 0.05)
}

test('on every colour of a cell its text can be read, on a light page and on a dark one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const given = `#${number.toString(16).padStart(6, '0')}`
      const colours = cellColoursOf(given)
      assert.ok(colours)
      assert.equal(colours.light.ground, given)
      for (const { ground, ink } of [colours.light, colours.dark]) assert.ok(contrast(ground, ink) >= 4.5)
      assert.ok(luminance(colours.dark.ground) < 0.1)
    }),
  )
})

test('what is no colour is none', () => {
  for (const given of [null, 'red', '#fff;background:url(x)', '#12345', {}, 7, undefined])
    assert.equal(cellColoursOf(given), undefined)
})

test('a line with one field, which is a tick, is a part of its own; all others run on', () => {
  const isTick = (node: Tree) => node.attrs?.['type'] === 'checkbox'
  const words = (text: string): Tree => ({ type: 'text', text })
  const end: Tree = { type: 'hard_break' }
  const picture: Tree = { type: 'image' }
  const drawn = (...nodes: Tree[]) =>
    splitIntoLineParts(nodes, isTick).map(({ tick, words }) => [
      tick?.attrs?.['name'] ?? '',
      words.map(({ type, text }) => text ?? type).join(' '),
    ])
  assert.deepEqual(drawn(words('Zum'), checkboxField('A'), words('Lesen')), [['A', 'Zum Lesen']])
  assert.deepEqual(drawn(words('Vorher'), end, checkboxField('A'), words('gut'), end, words('danach')), [
    ['', 'Vorher hard_break'],
    ['A', 'gut'],
    ['', 'danach'],
  ])
  assert.deepEqual(drawn(checkboxField('A')), [['A', '']])
  for (const others of [[checkboxField('B')], [numberField('Zahl')], [picture]])
    assert.deepEqual(
      drawn(checkboxField('A'), ...others).map(([name]) => name),
      [''],
    )
  assert.deepEqual(drawn(), [])
})

test('neighbours that lead to the same place are one link', () => {
  const words = { type: 'text', text: 'x' }
  const bold = strong('fett')
  const linked = link('hier', 'https://a.example')
  const both = { ...bold, marks: [...(linked.marks ?? []), ...(bold.marks ?? [])] }
  const runs = groupByLink([words, linked, both, link('dort', 'https://b.example'), words])
  assert.deepEqual(
    runs.map(({ link, nodes }) => [link?.href, nodes.length]),
    [
      [undefined, 1],
      ['https://a.example', 2],
      ['https://b.example', 1],
      [undefined, 1],
    ],
  )
})

test('columns are as wide as the cells of the first row say', () => {
  const wide = cell('a', { width: 120 })
  assert.deepEqual(columnWidths(table([wide, 'b'])), [120, 0])
  assert.deepEqual(columnWidths({ type: 'table' }), [])
})

test('a line that ends in its only field is a question, without its colon; one with more, or words behind, runs on', () => {
  const words = (text: string): Tree => ({ type: 'text', text })
  const asked = (...nodes: Tree[]) =>
    splitIntoLineParts(nodes, () => false).map((part) => part.asked?.attrs?.['name'])
  assert.deepEqual(asked(words('Stühle: '), numberField('Stühle'), words(' ')), ['Stühle'])
  assert.deepEqual(
    asked(words('A'), numberField('A'), { type: 'hard_break' }, words('B'), numberField('B')),
    ['A', 'B'],
  )
  assert.deepEqual(asked(words('Von '), numberField('Von'), words(' Uhr')), [undefined])
  assert.deepEqual(asked(words('Von '), numberField('Von'), numberField('Bis')), [undefined])
  assert.deepEqual(asked(numberField('Stühle')), [undefined])
  const cut = ({ words, colon }: ReturnType<typeof withoutColon>) => [words.map(({ text }) => text), colon]
  assert.deepEqual(cut(withoutColon([words('Stühle'), words(': ')])), [['Stühle', ''], ': '])
  assert.deepEqual(cut(withoutColon([words('Wie viele?')])), [['Wie viele?'], ''])
})
