import assert from 'node:assert/strict'
import { test } from 'node:test'

/** localStorage with room for values of up to 1,000 characters. */
class FakeStorage {
  getItem(name: string) {
    return (this as unknown as Record<string, string>)[name] ?? null
  }
  setItem(name: string, text: string) {
    if (text.length > 1_000) throw new Error('full')
    ;(this as unknown as Record<string, string>)[name] = text
  }
  removeItem(name: string) {
    delete (this as unknown as Record<string, string>)[name]
  }
}
const listeners = new Map<string, () => void>()
const kept = new FakeStorage()
Object.defineProperty(globalThis, 'localStorage', { value: kept })
Object.defineProperty(globalThis, 'reportError', { value: () => {} })
Object.defineProperty(globalThis, 'addEventListener', {
  value: (name: string, act: () => void) => listeners.set(name, act),
})
const { dropSpilled, restoreSpilled, trackWrite: untilStored } = await import('./page-end.ts')

const endPage = () => {
  listeners.get('pagehide')?.()
  listeners.get('pageshow')?.()
}
const begin = (key: string, value: unknown) => {
  const { promise, resolve } = Promise.withResolvers<true | undefined>()
  void untilStored(key, value, promise)
  return resolve
}
/** Restores and returns all spilled values, as the next visit does. */
async function nextVisit() {
  const found = new Map<string, unknown>()
  await restoreSpilled(async (key, value) => found.set(key, value))
  return found
}

test('what is under way when the page ends is there at the next visit as it was, once', async () => {
  const value = { edits: new Map([[7, { at: new Date(0) }]]), sent: undefined, text: 'Bühne' }
  begin('1/a', value)
  begin('1/b', undefined)
  begin('1/c', 'gespeichert')(true)
  await Promise.resolve()
  endPage()
  assert.deepEqual(
    [...(await nextVisit())],
    [
      ['1/a', { edits: value.edits, text: 'Bühne' }],
      ['1/b', undefined],
    ],
  )
  assert.equal((await nextVisit()).size, 0)
  dropSpilled('1/')
})

test('a newer value that is stored leaves nothing of the older one', async () => {
  begin('1/a', 'alt')
  endPage()
  begin('1/a', 'neu')(true)
  await new Promise(setImmediate)
  assert.equal((await nextVisit()).size, 0)
})

test('nothing is deleted in place of what does not fit', async () => {
  begin('1/row', 'x'.repeat(2_000))
  begin('1/draft', undefined)
  endPage()
  assert.equal((await nextVisit()).size, 0)
  dropSpilled('1/')
})

test('whoever signs out leaves nothing, and takes nothing of others along', async () => {
  begin('1/a', 'von Anna')
  begin('2/a', 'von Bruno')
  endPage()
  dropSpilled('1/')
  endPage()
  assert.deepEqual([...(await nextVisit()).keys()], ['2/a'])
  dropSpilled('2/')
})

test('what the store refuses stays, and keeps nothing else back', async () => {
  begin('1/a', 'eins')
  begin('1/b', 'zwei')
  endPage()
  const moved = await restoreSpilled(async (key) => {
    if (key === '1/a') throw new Error('refused')
  })
  assert.deepEqual(moved, ['1/b'])
  assert.deepEqual([...(await nextVisit()).keys()], ['1/a'])
  dropSpilled('1/')
})
