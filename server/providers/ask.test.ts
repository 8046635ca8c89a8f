import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startFakeProvider } from '#server/testing/fake-provider.ts'
import { createProviderFetch, ProviderAway, WrongAnswer } from './ask.ts'
import { safeReturnPath } from './begin.ts'
import { Provider } from './provider.ts'

const fake = await startFakeProvider()
const silent = createServer(() => {}).listen(0, '127.0.0.1')
await once(silent, 'listening')
const silentAddress = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
after(async () => {
  silent.closeAllConnections()
  silent.close()
  await fake.stop()
})

test('a provider that is silent is waited for no longer than its time', async () => {
  await assert.rejects(createProviderFetch(new URL(silentAddress), 50)(silentAddress), ProviderAway)
})

test('what a provider names is asked on its own host, wherever that is, and else only where everybody is', async () => {
  const ask = createProviderFetch(new URL('https://id.firma.example'))
  for (const address of [
    'https://127.0.0.1/keys',
    'https://10.0.0.1/keys',
    'https://169.254.169.254/latest/',
    'https://[::1]/keys',
    'https://[::ffff:10.0.0.1]/keys',
    'https://localhost/keys',
    'http://id.firma.example/keys',
    'https://u:p@id.firma.example/keys',
    'http://127.0.0.1/keys',
    'file:///etc/passwd',
  ])
    await assert.rejects(ask(address), WrongAnswer, address)
})

const providerAt = (issuer: string) =>
  new Provider(
    {
      key: 'firma',
      name: 'Firma',
      issuer: new URL(issuer),
      clientId: 'kontor',
      clientSecret: undefined,
      scope: 'openid',
      match: 'email',
      claim: 'email',
      creates: false,
      groupsClaim: undefined,
    },
    'https://kontor.example',
  )

test('a provider that says of itself what cannot be is not asked for anybody', async () => {
  for (const discovery of [
    { issuer: 'https://fremd.example' },
    { issuer: `${fake.issuer}/andere` },
    { issuer: undefined },
    { issuer: 7 },
  ]) {
    fake.lie({ discovery })
    await assert.rejects(providerAt(fake.issuer).configuration(), JSON.stringify(discovery))
  }
  fake.lie({})
  await assert.rejects(providerAt(`${fake.issuer}/nichts`).configuration())
  assert.equal((await providerAt(fake.issuer).configuration()).serverMetadata().issuer, fake.issuer)
})

test('the way back leads to a place in the app, or to none', () => {
  assert.equal(safeReturnPath('/ui/docs?page=0&filter=%22'), '/ui/docs?page=0&filter=%22')
  for (const foreign of [
    undefined,
    '',
    '/',
    '/docs/',
    '/uix/',
    '/ui',
    'ui/docs',
    '/ui/../docs/',
    '/ui/a b',
    '/ui/login',
  ])
    assert.equal(safeReturnPath(foreign), null, String(foreign))
})
