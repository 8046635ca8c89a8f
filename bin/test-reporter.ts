// The reporter of `npm test`: one line of JSON for every test that ended.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export type Outcome = {
  name: string
  /** File with line and column. */
  at: string
  result: 'passed' | 'failed' | 'skipped'
  /** Only for the test in which it went wrong, not for those around it. */
  error?: string
  /** Why it was left out. */
  reason?: string
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, file, line, column, details, skip, todo } = data
    const outcome = { name, at: `${file}:${line}:${column}` }
    const error = type === 'test:fail' ? data.details.error : undefined
    if (error && 'failureType' in error && error.failureType === 'subtestsFailed') {
      if (details.type !== 'suite') yield lineOf({ ...outcome, result: 'failed' })
    } else if (error) {
      yield lineOf({ ...outcome, result: 'failed', error: inspect(error.cause ?? error) })
    } else if (skip !== undefined || todo !== undefined) {
      const reason = [skip, todo].find((why) => typeof why === 'string')
      yield lineOf({ ...outcome, result: 'skipped', ...(reason !== undefined && { reason }) })
    } else if (details.type !== 'suite') {
      yield lineOf({ ...outcome, result: 'passed' })
    }
  }
}

const lineOf = (outcome: Outcome) => `${JSON.stringify(outcome)}\n`
