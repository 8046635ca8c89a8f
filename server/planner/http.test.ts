import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { generatePeople } from '#planner-simulator/company.ts'
import { dropConnectionAfter, faults, oddLists, truncateAnswer } from '#planner-simulator/faults.ts'
import { happeningsAround } from '#planner-simulator/happenings.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { impatient, isSentence } from './failing.test-data.ts'
import { httpPlanner } from './http.ts'
import { plannerLimits } from './limits.ts'

const happenings = happeningsAround({ around: '2026-11-21', users: generatePeople(60) })
const simulator = await startSimulator({ users: generatePeople(40), happenings })
after(() => simulator.stop())
const planner = (path = '', patience = plannerLimits) =>
  httpPlanner({ url: new URL(path, simulator.url), token: simulator.token }, patience)

test('the users of the planner arrive as they are', async () => {
  assert.deepEqual(await planner().listUsers(), generatePeople(40))
})

test('an address with a path, with or without a slash at its end, is kept', async () => {
  for (const slash of ['', '/']) {
    assert.deepEqual(await planner(`/fault/nobody${slash}`).listUsers(), [])
    await assert.rejects(planner(`/elsewhere${slash}`).listUsers(), /gibt es diese Daten nicht/)
  }
})

const entry = happenings[0]?.subhappenings[0]?.entries.find(({ status }) => status === 'zugesagt')
const sent = {
  id: String(entry?.id),
  revision: 1,
  ist_von: '2026-11-21T14:00',
  ist_bis: '2026-11-21T22:00',
}
for (const name of Object.keys(faults).filter((name) => name !== 'nobody')) {
  test(`a planner that fails by „${name}“ is refused with a sentence, for users, happenings and times`, async () => {
    const failing = planner(`/fault/${name}/`, impatient)
    await Promise.all([
      assert.rejects(failing.listUsers(), isSentence),
      assert.rejects(failing.listHappenings('2026-11-21', '2026-11-21'), isSentence),
      // The reason for refusing the second has an umlaut in it.
      assert.rejects(failing.sendTimes(`k-${name}`, [sent, { ...sent, id: 'nobody' }]), isSentence),
    ])
  })
}

test('a planner that has nobody answers an empty list; whether that may be is for the sync to say', async () => {
  assert.deepEqual(await planner('/fault/nobody/').listUsers(), [])
})

test('an answer that ends anywhere before its end is refused, whether the connection breaks or not', async () => {
  const whole = Buffer.byteLength(JSON.stringify({ users: generatePeople(3) }))
  const short = await startSimulator({ users: generatePeople(3) })
  try {
    const ask = () => httpPlanner({ url: new URL(short.url), token: short.token }).listUsers()
    for (let bytes = 0; bytes < whole; bytes += 7) {
      short.fault = truncateAnswer(bytes)
      await assert.rejects(ask(), isSentence, `shortened to ${bytes}`)
      if (bytes % 4 !== 0) continue
      short.fault = dropConnectionAfter(bytes)
      await assert.rejects(ask(), isSentence, `cut at ${bytes}`)
    }
  } finally {
    await short.stop()
  }
})

for (const name of Object.keys(oddLists)) {
  test(`what is merely strange („${name}“) is taken over as text`, async () => {
    const [user] = await planner(`/fault/${name}/`).listUsers()
    assert.ok(user)
    assert.deepEqual(Object.keys(user).toSorted(), [
      'barcode',
      'email',
      'groups',
      'id',
      'nachname',
      'telefon',
      'username',
      'vorname',
    ])
    // oxlint-disable-next-line no-control-regex -- what must not be left
    assert.doesNotMatch(JSON.stringify(user), /\\u0000|\\ud800/)
  })
}
