import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { dismiss, pauseTimers, toast, toasts } from './toast-store.ts'

const texts = () => toasts.get().map(({ text }) => text)

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
afterEach(() => {
  pauseTimers('pointer', false)
  pauseTimers('focus', false)
  for (const { id } of toasts.get()) dismiss(id)
  mock.timers.reset()
})

test('a message disappears after five seconds, whether it offers something, tells of a failure, or does neither', () => {
  toast('Prozess gespeichert')
  toast('Kein Netz', { tone: 'danger' })
  toast('Prozess angelegt', { action: { text: 'Jetzt bearbeiten', onPick: () => {} } })
  mock.timers.tick(4999)
  assert.equal(texts().length, 3)
  mock.timers.tick(1)
  assert.deepEqual(texts(), [])
})

test('while somebody reads, no time passes', () => {
  toast('Prozess gespeichert')
  mock.timers.tick(2000)
  pauseTimers('pointer', true)
  pauseTimers('focus', true)
  mock.timers.tick(60_000)
  pauseTimers('pointer', false)
  mock.timers.tick(60_000)
  assert.equal(texts().length, 1, 'the focus is still in it')
  pauseTimers('focus', false)
  mock.timers.tick(2999)
  assert.equal(texts().length, 1)
  mock.timers.tick(1)
  assert.equal(texts().length, 0)
})

test('a message that comes while somebody reads waits too', () => {
  pauseTimers('pointer', true)
  toast('Neu')
  mock.timers.tick(60_000)
  assert.deepEqual(texts(), ['Neu'])
})

test('at most four stand at once, the newest last, none twice', () => {
  for (const text of ['a', 'b', 'c', 'a', 'd', 'e']) toast(text)
  assert.deepEqual(texts(), ['c', 'a', 'd', 'e'])
})

test('the same words twice offer both what they are about', () => {
  const undone: number[] = []
  for (const which of [1, 2])
    toast('Nachricht verworfen', { action: { text: 'Rückgängig', onPick: () => undone.push(which) } })
  for (const { action } of toasts.get()) action?.onPick()
  assert.deepEqual(undone, [1, 2])
})

test('a message can be dismissed, and listeners are told', () => {
  let told = 0
  const stop = toasts.subscribe(() => told++)
  dismiss(toast('Weg'))
  stop()
  toast('Still')
  assert.equal(told, 2)
  assert.deepEqual(texts(), ['Still'])
})
