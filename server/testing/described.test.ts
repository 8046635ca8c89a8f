import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { watchAnswers } from './described.ts'

/** An app that answers each of these calls so. */
async function answering(answers: Record<string, number>) {
  const app = Fastify()
  const undescribed = watchAnswers(app)
  for (const [url, status] of Object.entries(answers))
    app.get(url, (_request, reply) => reply.code(status).send())
  for (const url of Object.keys(answers)) await app.inject(url)
  await app.close()
  return undescribed
}

test('a status that the description of the interface does not name for a call is noticed, in whatever test it comes', async () => {
  const undescribed = await answering({ '/status/': 409, '/docs/': 401 })
  assert.throws(() => undescribed.check(), /does not say: GET \/status\/ answers 409$/)
})

test('errors of the server, and what is no call of the contract, may be answered as they are', async () => {
  const undescribed = await answering({ '/status/': 500, '/elsewhere/': 409 })
  undescribed.check()
})
