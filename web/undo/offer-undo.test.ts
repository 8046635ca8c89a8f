import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { CallError } from '#web/api.ts'
import { dismiss, toasts } from '#web/ui/toast/toast-store.ts'
import { dropUndos, offerUndo, undoables } from './offer-undo.ts'

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
afterEach(() => {
  for (const { close } of undoables.get()) close()
  for (const { id } of toasts.get()) dismiss(id)
  mock.timers.reset()
})

const HOUR = 3_600_000
/** Resolves once the promises of a pressed action have settled. */
const settled = () => new Promise(setImmediate)
const offered = () => undoables.get().map(({ text }) => text)

test('what can be taken back is offered for the hour that the server keeps it, after its message has gone', () => {
  let undone = 0
  offerUndo('docs', 'Status geändert', () => undone++)
  mock.timers.tick(5_000)
  assert.equal(toasts.get().length, 0)
  mock.timers.tick(HOUR - 5_001)
  assert.deepEqual(offered(), ['Status geändert'])
  mock.timers.tick(1)
  assert.deepEqual([offered(), undone], [[], 0])
})

for (const way of ['its message', 'its line'])
  test(`what was taken back from ${way} is offered nowhere any more`, async () => {
    const undone: string[] = []
    for (const text of ['eins', 'zwei']) offerUndo('docs', text, () => undone.push(text))
    if (way === 'its message')
      toasts
        .get()
        .find(({ text }) => text === 'eins')
        ?.action?.onPick()
    else undoables.get()[1]?.undo()
    await settled()
    assert.deepEqual([undone, offered()], [['eins'], ['zwei']])
    assert.deepEqual(
      toasts.get().map(({ text }) => text),
      ['zwei'],
    )
  })

test('what could not be taken back is offered further, with the reason, until the server keeps it no longer', async () => {
  const answers = [new CallError(503, 'Gerade ist viel los.'), new CallError(404, 'Das ist vorbei.')]
  offerUndo('docs', 'Status geändert', () => Promise.reject(answers.shift()))
  const line = undoables.get()[0]
  line?.undo()
  line?.undo()
  await settled()
  assert.deepEqual(offered(), ['Status geändert'])
  const texts = () => toasts.get().map(({ text }) => text)
  assert.deepEqual(texts(), ['Status geändert', 'Gerade ist viel los.'])
  line?.undo()
  await settled()
  assert.deepEqual(offered(), [])
  assert.deepEqual(texts(), ['Gerade ist viel los.', 'Das ist vorbei.'])
})

test('what rests on a screen alone is over once that is left', () => {
  offerUndo('editor/1', 'Änderungen verworfen', () => {})
  offerUndo('docs', 'Status geändert', () => {})
  dropUndos('editor/1')
  assert.deepEqual(offered(), ['Status geändert'])
})
