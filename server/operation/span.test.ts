import assert from 'node:assert/strict'
import { test } from 'node:test'
import { span } from './span.ts'

test('how long ago something was is said in a unit of which at least one is over', () => {
  for (const [seconds, said] of [
    [0, 'einem Augenblick'],
    [59, 'einem Augenblick'],
    [60, 'einer Minute'],
    [150, '3 Minuten'],
    [3_599, '60 Minuten'],
    [3_600, 'einer Stunde'],
    [43_200, '12 Stunden'],
    [86_400, 'einem Tag'],
    [200_000, '2 Tagen'],
  ] as const)
    assert.equal(span(seconds), said)
})
