import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { RARELY } from './rare-collections.ts'

test('the runtime knows each setting by which it collects rarely', () => {
  for (const setting of [...RARELY, '--of-none=1']) {
    const { status, stderr } = spawnSync(process.execPath, [setting, '-e', ''], { encoding: 'utf8' })
    assert.equal(status === 0 && stderr === '', setting !== '--of-none=1', `${setting}: ${stderr}`)
  }
})
