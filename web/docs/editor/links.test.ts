import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withProtocol } from './links.ts'

test('a target that begins with the name of a host leads to it', () => {
  for (const typed of [
    'www.beispiel.de',
    'beispiel.de/pfad?x=1#y',
    'mein-theater.münchen.de:8443/plan',
    'beispiel.de#oben',
  ])
    assert.equal(withProtocol(typed), `https://${typed}`)
  assert.equal(withProtocol('anna.nord@beispiel.de'), 'mailto:anna.nord@beispiel.de')
})

test('a target that says where it leads stays as it is', () => {
  for (const typed of [
    'https://beispiel.de/',
    'mailto:anna@beispiel.de',
    'tel:+49301234',
    '/ui/docs/3/show',
    '/docs/plan.pdf',
    '//beispiel.de/',
    './plan.html',
    '#unten',
    '?page=2',
    'javascript:alert(1)',
    'seite',
    '',
  ])
    assert.equal(withProtocol(typed), typed)
})
