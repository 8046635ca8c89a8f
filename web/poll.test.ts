import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from './api.ts'
import { roomsQuery } from './chat/queries.ts'
import { docsQuery } from './docs/queries.ts'
import { customGroupsQuery } from './groups/queries.ts'
import { happeningsQuery } from './happenings/list-query.ts'
import { subhappeningsQuery, timesQuery } from './happenings/queries.ts'
import { pollPauseMs } from './poll.ts'
import { usersQuery } from './users/list-query.ts'
import { currentUserQuery } from './users/queries.ts'

const began = 1_763_800_000_000
const answered = (at: number) => ({ dataUpdatedAt: at, errorUpdatedAt: 0, error: null })
const failed = (afterMs: number, error: Error = new CallError(503)) => ({
  dataUpdatedAt: began,
  errorUpdatedAt: began + afterMs,
  error,
})
const isAbout = (pause: number, ms: number) => pause >= ms * 0.9 && pause <= ms * 1.1

test('pages that were answered in the same second ask again in different moments', () => {
  const pauses = Array.from({ length: 1_000 }, (_, ms) => pollPauseMs(answered(began + ms), 5_000))
  assert.ok(pauses.every((pause) => isAbout(pause, 5_000)))
  const early = pauses.filter((pause) => pause < 5_000).length
  assert.ok(early > 400 && early < 600, String(early))
  assert.ok(new Set(pauses).size > 500)
})

test('while nothing has happened, the moment stays the same: it is drawn many times', () => {
  assert.equal(pollPauseMs(answered(began), 5_000), pollPauseMs(answered(began), 5_000))
})

test('what fails is asked again ever later, up to a quarter of a minute', () => {
  assert.ok(isAbout(pollPauseMs(failed(3_000), 5_000), 5_000))
  assert.ok(isAbout(pollPauseMs(failed(9_000), 5_000), 9_000))
  assert.ok(isAbout(pollPauseMs(failed(600_000), 5_000), 15_000))
})

test('what is asked seldom anyway is not asked more often because it fails', () => {
  assert.ok(isAbout(pollPauseMs(failed(100_000), 60_000), 60_000))
})

test('a server that says when to come again is not asked before', () => {
  for (const status of [429, 503])
    for (let ms = 0; ms < 100; ms++)
      assert.ok(pollPauseMs(failed(ms, new CallError(status, '', '', 12_000)), 5_000) >= 12_000)
})

test('lists are asked for every five seconds, who is signed in every ten', () => {
  const pauseOf = ({ refetchInterval }: { refetchInterval?: unknown }) =>
    (refetchInterval as (query: object) => number)({ state: answered(began) })
  const lists = [
    docsQuery({} as never),
    usersQuery({} as never),
    customGroupsQuery,
    happeningsQuery({} as never),
    subhappeningsQuery(1, {} as never),
    timesQuery({ happening_id: 1, subhappening_id: 1 }, {} as never),
    roomsQuery('groups'),
  ]
  for (const list of lists) assert.ok(isAbout(pauseOf(list), 5_000), JSON.stringify(list.queryKey))
  assert.ok(isAbout(pauseOf(currentUserQuery), 10_000))
})
