// Number of calls that a test of all calls tries: one of each kind in `npm test`, all in the proof
// `permissions`.
import { run } from 'node:test'
import type { Call } from './calls.ts'

const EVERY_CALL = 'PROOF_EVERY_CALL'
export const triesEveryCall = process.env[EVERY_CALL] === '1'

type CallShape = Pick<Call, 'path' | 'may'> & Pick<Partial<Call>, 'body'> & { method: string }

/** One call of each kind: calls of a kind pass the same hooks, so checks before the handler treat them alike. */
export function chosenOf<T extends CallShape>(rows: readonly T[]): T[] {
  if (triesEveryCall) return [...rows]
  const kinds = Map.groupBy(rows, ({ method, path, may, body }) =>
    [method, may, path.includes('{'), body !== undefined].join(),
  )
  return [...kinds.values()].flatMap(([first]) => first ?? [])
}

/** Runs these test files over every call; returns the number of passed tests. */
export async function testEveryCall(files: string[], onProgress: (line: string) => void): Promise<number> {
  let passed = 0
  const failures: string[] = []
  const events = run({ files, concurrency: 1, env: { ...process.env, [EVERY_CALL]: '1' } })
  for await (const { type, data } of events) {
    if (type === 'test:pass') {
      passed++
      onProgress(data.name)
    } else if (type === 'test:fail')
      failures.push(`${data.name}: ${String(data.details.error.cause ?? data.details.error)}`)
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
  return passed
}
