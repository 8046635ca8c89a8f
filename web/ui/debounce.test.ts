import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { debounce } from './debounce.ts'

test('only the last of several quick calls goes through', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const said: string[] = []
  const { call, waiting } = debounce((text: string) => said.push(text), 250)
  call('a')
  mock.timers.tick(200)
  call('ab')
  mock.timers.tick(249)
  assert.deepEqual([said, waiting()], [[], true])
  mock.timers.tick(1)
  assert.deepEqual([said, waiting()], [['ab'], false])
  mock.timers.reset()
})

test('a waiting call can be let through at once, and only once', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const said: string[] = []
  const { call, flush, cancel } = debounce((text: string) => said.push(text), 250)
  call('a')
  flush()
  flush()
  mock.timers.tick(500)
  assert.deepEqual(said, ['a'])
  call('b')
  cancel()
  mock.timers.tick(500)
  assert.deepEqual(said, ['a'])
  mock.timers.reset()
})
