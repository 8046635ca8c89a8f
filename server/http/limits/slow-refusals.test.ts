import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { AT_ONCE, SlowRefusals } from './slow-refusals.ts'

const [ANNA, BRUNO] = [1, 2]
const at = (t: TestContext) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return (ms: number) => {
    now += ms
    t.mock.timers.tick(ms)
  }
}
/** Whether a refusal goes out at once. */
const goesAtOnce = async (refusals: SlowRefusals, person: number) => {
  let isOut = false
  void refusals.whenDue(person).then(() => (isOut = true))
  await new Promise((resolve) => setImmediate(resolve))
  return isOut
}

test('whoever is refused again and again within a second waits for each further refusal; the next person does not', async (t) => {
  const after = at(t)
  const refusals = new SlowRefusals()
  for (let nr = 0; nr < AT_ONCE; nr++) assert.equal(await goesAtOnce(refusals, ANNA), true)
  const late = refusals.whenDue(ANNA)
  assert.equal(await goesAtOnce(refusals, ANNA), false)
  assert.equal(await goesAtOnce(refusals, BRUNO), true)
  after(1_000)
  await late
  assert.equal(await goesAtOnce(refusals, ANNA), true, 'a new second begins')
})
