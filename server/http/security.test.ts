import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())

async function status(app: typeof kontor.app, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const asked = { method: 'POST' as const, url: '/auth/logout/', headers, remoteAddress }
  return (await app.inject(asked)).statusCode
}

test('without a public address only the scheme, host and port that were asked are our own', async () => {
  const host = 'kontor.example:8080'
  for (const origin of [
    'https://kontor.example:8080',
    'http://kontor.example',
    'http://kontor.example:8081',
    'http://kontor.example:8080/',
    'http://x@kontor.example:8080',
    'null',
  ])
    assert.equal(await status(kontor.app, { host, origin }), 403, origin)
  assert.equal(await status(kontor.app, { host, origin: 'http://kontor.example:8080' }), 200)
  assert.equal(await status(kontor.app, { host: 'kontor.example:80', origin: 'http://kontor.example' }), 200)
})

test('that a page was asked by https is believed of trusted proxies alone', async () => {
  const [secure, plain] = ['https://kontor.example', 'http://kontor.example']
  const asked = (origin: string, proto: string, from?: string) =>
    status(kontor.app, { host: 'kontor.example', origin, 'x-forwarded-proto': proto }, from)
  assert.equal(await asked(secure, 'https'), 200)
  assert.equal(await asked(plain, 'https'), 403)
  assert.equal(await asked(secure, 'http, https'), 200)
  assert.equal(await asked(secure, 'https, http'), 403)
  assert.equal(await asked(secure, 'https', '192.0.2.7'), 403)
  assert.equal(await asked(plain, 'https', '192.0.2.7'), 200)
})
