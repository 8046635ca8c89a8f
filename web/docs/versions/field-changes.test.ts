import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkbox,
  choice,
  number,
  paragraph,
  processOf,
  required,
  textarea,
} from '#contract/document/build.ts'
import { fieldsOf } from '#contract/document/conditions.ts'
import type { Tree } from '#contract/document/tree.ts'
import { fieldChanges, type NamesOfToday } from './field-changes.ts'

const version = (names: NamesOfToday, ...fields: Tree[]) => ({
  fields: fieldsOf(processOf(paragraph(...fields))),
  names,
})

test('fields that are new, gone, or called otherwise are named', () => {
  assert.deepEqual(
    fieldChanges(
      version({ Kasse: 'Betrag' }, number('Kasse'), textarea('Notiz')),
      version({}, number('Betrag'), checkbox('Licht aus')),
    ),
    ['„Kasse“ heißt „Betrag“', '„Licht aus“ hinzugefügt (Häkchen)', '„Notiz“ entfernt'],
  )
})

test('another kind, other options and a mark as required are told of a field', () => {
  assert.deepEqual(
    fieldChanges(
      version({}, number('A'), textarea('B')),
      version({}, textarea('A'), required(textarea('B'))),
    ),
    ['„A“: Text statt Zahl', '„B“ ist ein Pflichtfeld'],
  )
  assert.deepEqual(
    fieldChanges(
      version({}, choice('Farbe', 'rot', 'blau', 'gelb')),
      version({}, choice('Farbe', 'rosa', 'blau')),
    ),
    ['„Farbe“: Möglichkeit „rot“ heißt „rosa“', '„Farbe“: Möglichkeit „gelb“ entfernt'],
  )
})

test('where nothing has changed there is nothing to say', () => {
  assert.deepEqual(fieldChanges(version({}, number('A')), version({}, number('A'))), [])
})
