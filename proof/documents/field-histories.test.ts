import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeFields } from './field-histories.ts'

test('whatever becomes of the fields of a process, and whichever version comes back, no answer is lost, and each can be read', async () => {
  const { histories, answers, restores } = await changeFields(40, 20_261_121)
  assert.ok(histories === 40 && answers > 200 && restores > 20, `${answers} answers, ${restores} restores`)
})
