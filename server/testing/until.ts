// Polling for asynchronous effects.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Client, TestAnswer } from './app.ts'

const TIMEOUT_MS = 60_000
/** Pauses between two checks, in ms. A check often costs a request or a call of a browser. */
const FIRST_PAUSE_MS = 10
const MAX_PAUSE_MS = 100
type Options = { each?: () => unknown; patienceMs?: number }

/**
 * `what`: names the expected state in the error message, where the condition does not explain itself. `each`
 * runs between two checks.
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
  { each = () => {}, patienceMs = TIMEOUT_MS }: Options = {},
): Promise<void> {
  const end = performance.now() + patienceMs
  let pause = FIRST_PAUSE_MS
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `never: ${what}`)
    await each()
    await sleep(pause)
    pause = Math.min(pause * 1.5, MAX_PAUSE_MS)
  }
}

/** Waits until `count` statements wait for a lock in the database. */
export const untilBlockedByLock = (db: Database, count = 1): Promise<void> =>
  until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= count
  }, 'somebody waits for a lock')

/** Waits for the background work that an answer has started; returns its result. */
export async function waitForResult(client: Client, { status, body, text }: TestAnswer) {
  assert.equal(status, 200, text)
  const path = `/background_result/${String(body['background_result_id'])}/`
  const read = async () => (await client.get(path)).body as { result: string | null; outcome: string | null }
  let answer = await read()
  await until(() => answer.result !== null, 'the work in the background ends', {
    each: async () => (answer = await read()),
  })
  return answer
}
