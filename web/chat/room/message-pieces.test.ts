import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piecesOf } from './message-pieces.ts'

test('a mention shows the name of today, beside links, and of two that begin alike the longer one', () => {
  const anna = { user_id: 1, word: '@Anna', display_name: 'Anna Neu' }
  const annabell = { user_id: 2, word: '@Anna Bell', display_name: 'Anna Bell' }
  assert.deepEqual(
    piecesOf({
      content: '@Anna Bell und @Anna: @allerdings https://kontor.example/@Anna, @alle',
      mentions: [anna, annabell],
      mentions_all: true,
    }),
    [
      { text: '@Anna Bell', mentions: 2 },
      { text: ' und ' },
      { text: '@Anna Neu', mentions: 1 },
      { text: ': @allerdings ' },
      { text: 'https://kontor.example/@Anna', href: 'https://kontor.example/@Anna' },
      { text: ', ' },
      { text: '@alle', mentions: 'all' },
    ],
  )
  assert.deepEqual(piecesOf({ content: '@alle', mentions: [], mentions_all: false }), [{ text: '@alle' }])
})
