import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { cookie = '' } = await kontor.as(cast.clara)
const send = async (payload: string) => {
  const headers = { cookie, 'content-type': 'application/json' }
  return (await kontor.app.inject({ method: 'PUT', url: '/groups/custom/Chor/', headers, payload }))
    .statusCode
}

test('a key that reaches for a prototype is unreadable, however it is written; as a text it is one like any other', async () => {
  for (const key of ['__proto__', '\\u005f_proto__', '_\\u005Fproto__', '__\\u0070roto__', '__pr\\u006fto__'])
    assert.equal(await send(`{"a": {"${key}": {}}}`), 400, key)
  for (const text of ['__proto__', '\\u005f\\u005fproto__', '"__p']) {
    assert.equal(await send(JSON.stringify({ name: text })), 422, text)
  }
})
