import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldForSearch, matcher } from './matching.ts'

const found: [filter: string, name: string][] = [
  ['', 'Berger, Anna'],
  ['  ', 'Berger, Anna'],
  ['ann', 'Berger, Anna'],
  ['ANNA berg', 'Berger, Anna'],
  ['muller', 'Müller'],
  ['mueller', 'Müller'],
  ['Müller', 'Mueller'],
  ['müller', 'MULLER'],
  ['gross', 'Groß'],
  ['groß', 'Gross'],
  ['nunez', 'Núñez'],
  ['aerenlund', 'Ærenlund'],
  ['el', 'Michael'],
  ['micha', 'Michael'],
  ['%', '100 % Licht'],
  ['licht/ton', 'Licht/Ton'],
]
for (const [filter, name] of found) {
  test(`„${filter}“ finds ${name}`, () => assert.equal(matcher(filter)(foldForSearch(name)), true))
}

const missed: [filter: string, name: string][] = [
  ['anna castell', 'Berger, Anna'],
  ['%', 'Licht'],
  ['_', 'Licht'],
  ['.', 'Licht'],
]
for (const [filter, name] of missed) {
  test(`„${filter}“ does not find ${name}`, () => assert.equal(matcher(filter)(foldForSearch(name)), false))
}
