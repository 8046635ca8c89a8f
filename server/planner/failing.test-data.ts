// Limits for calls to a planner that fails, and the check of the sentence that results.
import assert from 'node:assert/strict'
import { plannerLimits } from './limits.ts'
import { PlannerFailed } from './port.ts'

/** Short limits, only for tests of failing answers. */
export const impatient = { ...plannerLimits, silence: 250, time: 3_000, bytes: 4 * 1024 * 1024 }

/** Asserts that the message is a German sentence for users: no stack, no address, no English. */
export function isSentence(error: unknown) {
  assert.ok(error instanceof PlannerFailed, String(error))
  assert.match(error.message, /^[A-ZÄÖÜ„][^\n]{15,200}\.$/)
  assert.doesNotMatch(error.message, /127\.0\.0\.1|http|ECONN|Error|fetch|<|Traceback/)
  return true
}
