import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getWorker } from './worker.ts'

/** Fake of an installing service worker. `become` moves it to another state. */
class Installing extends EventTarget {
  state = 'installing'
  asked: unknown[] = []
  postMessage(message: unknown) {
    this.asked.push(message)
  }
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
const registrations: { installing: Installing; waiting: null; active: Installing | null }[] = []
Object.defineProperty(navigator, 'serviceWorker', {
  value: {
    register: async (_: string, { scope }: { scope: string }) => {
      assert.equal(scope, '/')
      const registration = { installing: new Installing(), waiting: null, active: null }
      registrations.push(registration)
      return registration
    },
  },
})

test('where a file of the installation did not come, nobody waits for ever, and whoever asks next has it tried anew', async () => {
  const refused = getWorker()
  assert.equal(getWorker(), refused)
  await Promise.resolve()
  registrations[0]?.installing.become('redundant')
  await assert.rejects(refused)

  const taken = getWorker()
  await Promise.resolve()
  const [, second] = registrations
  assert.ok(second)
  second.installing.become('installed')
  second.active = second.installing
  second.installing.become('activating')
  assert.equal((await taken).active, second.installing)
  assert.equal(getWorker(), taken)
  assert.equal(registrations.length, 2)
  assert.deepEqual(second.installing.asked, ['claim'], 'a page without a worker asks to be taken')
})
