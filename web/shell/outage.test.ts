import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { CallError } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { isServerSilent, SILENCE_MS, subscribeToSilence } from './outage.ts'

/** Observes one query, as a screen does. `poll` refetches it with the given answer. */
async function screen(key: string) {
  let answer: () => Promise<string> = async () => 'da'
  const observer = new QueryObserver(queryClient, {
    queryKey: [key],
    queryFn: () => answer(),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const leave = observer.subscribe(() => {})
  await observer.refetch()
  return {
    leave,
    async poll(given: () => Promise<string>) {
      answer = given
      await observer.refetch()
    },
  }
}
const busy = () => Promise.reject(new CallError(503))
const there = async () => 'da'

test('a poll that fails for less than 15 seconds is told to nobody', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000 })
  const one = await screen('kurz')
  await one.poll(there)
  await one.poll(busy)
  t.mock.timers.tick(SILENCE_MS - 1)
  await one.poll(busy)
  assert.equal(isServerSilent(), false)
  await one.poll(there)
  t.mock.timers.tick(SILENCE_MS)
  assert.equal(isServerSilent(), false)
  one.leave()
})

test('after 15 seconds without an answer it is told, also when nothing else happens, until there is one', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000 })
  const one = await screen('lang')
  const told: boolean[] = []
  const stop = subscribeToSilence(() => told.push(isServerSilent()))
  await one.poll(busy)
  assert.equal(told.at(-1), false)
  t.mock.timers.tick(SILENCE_MS)
  assert.equal(told.at(-1), true)
  await one.poll(there)
  assert.equal(told.at(-1), false)
  stop()
  one.leave()
})

test('what is refused for another reason is no silence', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000 })
  const one = await screen('verboten')
  await one.poll(() => Promise.reject(new CallError(403)))
  t.mock.timers.tick(SILENCE_MS)
  assert.equal(isServerSilent(), false)
  one.leave()
})

test('who comes back to a screen is told nothing of what failed when they left', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000 })
  const one = await screen('verlassen')
  await one.poll(busy)
  one.leave()
  t.mock.timers.tick(SILENCE_MS)
  const again = await screen('verlassen')
  assert.equal(isServerSilent(), false)
  again.leave()
})
