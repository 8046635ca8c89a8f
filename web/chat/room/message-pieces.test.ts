import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { piecesOf, plainText, splitLinks } from './message-pieces.ts'

const links = (text: string) => splitLinks(text).flatMap(({ href, text }) => (href ? [text] : []))

test('addresses are found, what belongs to the sentence is not part of them', () => {
  const table: [string, string[]][] = [
    ['Plan: https://nordlicht.example/plan?tag=1#buehne.', ['https://nordlicht.example/plan?tag=1#buehne']],
    ['(siehe http://nordlicht.example/a)', ['http://nordlicht.example/a']],
    ['https://de.example/wiki/Bühne_(Theater)', ['https://de.example/wiki/Bühne_(Theater)']],
    ['„https://nordlicht.example“, https://x.example!', ['https://nordlicht.example', 'https://x.example']],
    ['HTTPS://NORDLICHT.EXAMPLE', ['HTTPS://NORDLICHT.EXAMPLE']],
    ['javascript:alert(1) data:text/html,x ftp://x.example file:///etc', []],
    ['https://bank.example@boese.example/', []],
    ['<a href="https://x.example">x</a>', ['https://x.example']],
    ['https:// und http://', []],
  ]
  for (const [text, expected] of table) assert.deepEqual(links(text), expected, text)
})

test('whatever stands at the end of an address, it is looked at once, and no address is longer than 2,000', () => {
  const dots = '.'.repeat(1_990)
  assert.deepEqual(links(`http://x/${dots}a${')'.repeat(1_990)}`), [`http://x/${dots}a`])
  assert.deepEqual(links(`http://x/(${'.)'.repeat(900)}`), ['http://x/(.)'])
  const [long] = links(`https://x.example/${'y'.repeat(3_900)} z`)
  assert.equal(long?.length, 2_000)
})

test('nothing of a text is lost, and nothing but http and https can be followed', () => {
  const texts = fc.array(
    fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(' ', ')', '(', 'https://', 'javascript:', '@')),
  )
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join('')
      const pieces = splitLinks(text)
      assert.equal(pieces.map(({ text }) => text).join(''), text)
      for (const { href } of pieces) if (href !== undefined) assert.match(href, /^https?:\/\/[^@/]+(\/|$)/)
    }),
  )
})

test('a mention shows the name of today, beside links, and of two that begin alike the longer one', () => {
  const anna = { user_id: 1, word: '@Anna', display_name: 'Anna Neu' }
  const annabell = { user_id: 2, word: '@Anna Bell', display_name: 'Anna Bell' }
  const message = {
    content: '@Anna Bell und @Anna: @allerdings https://kontor.example/@Anna, @alle',
    mentions: [anna, annabell],
    mentions_all: true,
  }
  assert.deepEqual(piecesOf(message), [
    { text: '@Anna Bell', mentions: 2 },
    { text: ' und ' },
    { text: '@Anna Neu', mentions: 1 },
    { text: ': @allerdings ' },
    { text: 'https://kontor.example/@Anna', href: 'https://kontor.example/@Anna' },
    { text: ', ' },
    { text: '@alle', mentions: 'all' },
  ])
  assert.equal(
    plainText(message),
    '@Anna Bell und @Anna Neu: @allerdings https://kontor.example/@Anna, @alle',
  )
  assert.deepEqual(piecesOf({ content: '@alle', mentions: [], mentions_all: false }), [{ text: '@alle' }])
})
