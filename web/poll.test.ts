import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failed } from './api.ts'
import { pauseAfter } from './poll.ts'

const began = 1_763_800_000_000
const answered = (at: number) => ({ dataUpdatedAt: at, errorUpdatedAt: 0, error: null })
const failed = (afterMs: number, error: Error = new Failed(503)) => ({
  dataUpdatedAt: began,
  errorUpdatedAt: began + afterMs,
  error,
})
const isAbout = (pause: number, ms: number) => pause >= ms * 0.9 && pause <= ms * 1.1

test('pages that were answered in the same second ask again in different moments', () => {
  const pauses = Array.from({ length: 1_000 }, (_, ms) => pauseAfter(answered(began + ms), 5_000))
  assert.ok(pauses.every((pause) => isAbout(pause, 5_000)))
  const early = pauses.filter((pause) => pause < 5_000).length
  assert.ok(early > 400 && early < 600, String(early))
  assert.ok(new Set(pauses).size > 500)
})

test('while nothing has happened, the moment stays the same: it is drawn many times', () => {
  assert.equal(pauseAfter(answered(began), 5_000), pauseAfter(answered(began), 5_000))
})

test('what fails is asked again ever later, up to a quarter of a minute', () => {
  assert.ok(isAbout(pauseAfter(failed(3_000), 5_000), 5_000))
  assert.ok(isAbout(pauseAfter(failed(9_000), 5_000), 9_000))
  assert.ok(isAbout(pauseAfter(failed(600_000), 5_000), 15_000))
})

test('what is asked seldom anyway is not asked more often because it fails', () => {
  assert.ok(isAbout(pauseAfter(failed(100_000), 60_000), 60_000))
})

test('a server that says when to come again is not asked before', () => {
  assert.ok(pauseAfter(failed(1_000, new Failed(503, '', '', 12_000)), 5_000) >= 12_000 * 0.9)
})
