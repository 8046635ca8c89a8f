import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Left } from '#web/outbox/unsent.ts'
import { lossesOf } from './left-sentences.ts'

const sentences = (left: Left) => lossesOf(left).map(({ sentence }) => sentence)

test('what a logout loses is counted, each kind for itself', () => {
  assert.deepEqual(sentences({ times: 3, messages: 1, answers: 2, documents: 1 }), [
    '3 Änderungen an Zeiten sind noch nicht übernommen und gehen verloren.',
    '1 Nachricht ist noch nicht gesendet und geht verloren.',
    '2 Angaben sind noch nicht gespeichert und gehen verloren.',
    '1 Änderung an einem Prozess ist noch nicht gespeichert und geht verloren.',
  ])
  assert.deepEqual(sentences({ times: 1, messages: 0, answers: 0, documents: 0 }), [
    '1 Änderung an Zeiten ist noch nicht übernommen und geht verloren.',
  ])
})

test('where nothing is open there is nothing to say', () => {
  assert.deepEqual(lossesOf({ times: 0, messages: 0, answers: 0, documents: 0 }), [])
})
