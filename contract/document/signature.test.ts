import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validValue } from './fields.ts'
import {
  fieldSignaturePad,
  isValidDrawing,
  parseSignature,
  signaturePad,
  signatureText,
  svgPathOf,
} from './signature.ts'

test('a signature is drawn by numbers within its field alone, and by no more than fit in', () => {
  assert.ok(isValidDrawing([[0, 0, signaturePad.width, signaturePad.height]]))
  for (const strokes of [
    [],
    [[]],
    [[5, 5]],
    [[1, 2, 3]],
    [[0, 0, signaturePad.width + 1, 0]],
    [[0, 0, 0, signaturePad.height + 1]],
    [[0, 0, -1, 0]],
    [[0, 0, 0.5, 0]],
    [Array.from({ length: signaturePad.numbers + 2 }, () => 1)],
    Array.from({ length: signaturePad.strokes + 1 }, () => [1, 1, 2, 2]),
  ])
    assert.ok(!isValidDrawing(strokes), JSON.stringify(strokes).slice(0, 60))
})

test('its path is made of its numbers, and a dot is a line to itself', () => {
  assert.equal(
    svgPathOf([
      [1, 2, 3, 4, 5, 6],
      [7, 8],
    ]),
    'M1 2L3 4L5 6M7 8L7 8',
  )
})

test('as an answer a signature is one text, which reads back as it was, and a text of another form is none', () => {
  const strokes = [
    [10, 20, 30, 40],
    [50, 60, 50, 60],
  ]
  for (const signature of [{ strokes }, { name: 'Anna Abel' }])
    assert.deepEqual(parseSignature(signatureText(signature)), signature)
  assert.equal(signatureText({ name: 'Anna Abel' }), 'gez. Anna Abel')
  assert.deepEqual(
    parseSignature(
      signatureText({
        strokes: [
          [1, 2, 9, 9],
          [5, 6],
        ],
      }),
    ),
    {
      strokes: [
        [1, 2, 9, 9],
        [5, 6, 5, 6],
      ],
    },
  )
  for (const text of [
    '',
    'M6',
    'Anna',
    'gez.',
    'gez.  Anna',
    'M1 2L3 4L5',
    'M1 2L3 4 ',
    'M1.5 2L3 4',
    'x M1 2L3 4',
  ])
    assert.equal(parseSignature(text), undefined, text)
})

test('whatever is drawn in a field fits into its answer', () => {
  const dots = Array.from({ length: fieldSignaturePad.strokes }, () => [600, 200])
  const rest = Array.from({ length: (fieldSignaturePad.numbers - 2 * dots.length) / 2 }, () => [
    600, 200,
  ]).flat()
  const full = [...dots.slice(1), [600, 200, ...rest]]
  assert.ok(isValidDrawing(full))
  assert.ok(validValue({ name: 'a', type: 'signature' }, signatureText({ strokes: full })) !== null)
})
