import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())

async function status(app: typeof kontor.app, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const asked = { method: 'POST' as const, url: '/auth/logout/', headers, remoteAddress }
  return (await app.inject(asked)).statusCode
}

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
