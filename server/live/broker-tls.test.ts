// A broker over TLS: only where its certificate is known, and never without where it was asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newsBroker } from '#server/config-kinds.ts'
import { trustLocalhost } from '#server/testing/certificate.ts'
import { startStandIn } from '#server/testing/stand-in-broker.ts'
import { connectBroker } from './broker.ts'

const tryIt = async (url: string) => {
  const address = newsBroker.read(url)
  assert.ok(address)
  const connection = await connectBroker(address)
  await connection.flush()
  await connection.close()
}

test('a certificate that nobody here knows is not accepted', async () => {
  const broker = await startStandIn({ isSecured: true })
  await assert.rejects(tryIt(broker.url), /certificate/i)
  await broker.stop()
})

test('with one that is known it goes over TLS, by the name that the certificate is for alone', async () => {
  trustLocalhost()
  const broker = await startStandIn({ isSecured: true, password: 'geheim' })
  await tryIt(broker.url)
  await assert.rejects(tryIt(broker.url.replace('localhost', '127.0.0.1')), /altnames|certificate/i)
  // Whoever names no TLS gets none of it from us.
  await assert.rejects(tryIt(broker.url.replace('tls:', 'nats:')))
  await broker.stop()
})

test('where TLS was asked for nothing is said to a broker that has none', async () => {
  const broker = await startStandIn()
  const { port } = new URL(broker.url)
  await assert.rejects(tryIt(`tls://kontor:geheim@localhost:${port}`), /secure|tls/i)
  assert.equal(broker.published(), 0)
  await broker.stop()
})
