import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { version } from '#server/nodes/version.ts'
import { testApp } from '#server/testing/app.ts'

const METRICS_TOKEN = 'ein-langer-bund-zahlen'
const kontor = await testApp({ METRICS_TOKEN })
after(() => kontor[Symbol.asyncDispose]())
const nobody = kontor.client()

const ask = (authorization: string | undefined, address: string) =>
  nobody.get('/metrics', { ...(authorization !== undefined && { headers: { authorization } }), address })

test('figures are for the machine itself, and elsewhere for who holds the token', async () => {
  const bearer = (token: string) => `Bearer ${token}`
  assert.equal((await ask(undefined, '127.0.0.1')).status, 200)
  assert.equal((await ask(bearer(METRICS_TOKEN), '203.0.113.7')).status, 200)
  for (const other of [undefined, '', 'Bearer ', 'Bearer', bearer(`${METRICS_TOKEN}x`), METRICS_TOKEN]) {
    const refused = await ask(other, '203.0.113.7')
    assert.equal(refused.status, 404, String(other))
    assert.doesNotMatch(refused.text, /kontor_/)
  }
})

test('status and figures name the release that runs', async () => {
  const { body } = await nobody.get('/status/')
  assert.deepEqual([body['version'], Object.keys(body)], [version, ['name', 'hash', 'version']])
  assert.match(
    (await ask(undefined, '127.0.0.1')).text,
    new RegExp(`^kontor_info\\{version="${version}",`, 'm'),
  )
})
