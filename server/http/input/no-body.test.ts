import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { cookie } = await kontor.as(cast.clara)
const send = async (payload: string) => {
  const headers = { cookie: cookie as string, 'content-type': 'application/json' }
  const url = '/groups/custom/Sommerfest/'
  const { statusCode, body } = await kontor.app.inject({ method: 'PUT', url, headers, payload })
  await kontor.app.inject({ method: 'DELETE', url, headers: { cookie: cookie as string } })
  return { status: statusCode, body: JSON.parse(body) as { detail: unknown } }
}

for (const nothing of ['', 'null', '{}', ' { } ']) {
  test(`a call without a body takes one that says nothing: '${nothing}'`, async () => {
    assert.equal((await send(nothing)).status, 200)
  })
}

test('a call without a body names what it does not know', async () => {
  const { status, body } = await send('{"members": [1]}')
  assert.equal(status, 422)
  assert.partialDeepStrictEqual(body.detail, [{ loc: ['body', 'members'] }])
  for (const other of ['[]', '"x"', '0', 'false']) assert.equal((await send(other)).status, 422, other)
})
