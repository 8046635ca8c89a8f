import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { OwnTurn } from './own-turn.ts'

test('a byte lies unread as long as its turn has not come, and nothing is measured after the end', async () => {
  let now = 0
  const turn = new OwnTurn(() => now)
  turn.start()
  let unread = 0
  while (unread === 0) {
    now += 120
    await sleep(1)
    unread = turn.look()
  }
  assert.ok(unread >= 120, String(unread))
  while (unread > 0) {
    await sleep(1)
    unread = turn.look()
  }
  turn.stop()
  now += 1_000
  assert.equal(turn.look(), 0)
})
