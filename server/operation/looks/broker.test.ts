import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { startStandIn } from '#server/testing/stand-in-broker.ts'
import { brokerFindings } from './broker.ts'

const look = async (NEWS_URL?: string) =>
  (await brokerFindings(readConfig(NEWS_URL === undefined ? {} : { NEWS_URL }))).map(({ says }) => says)

test('who has no broker hears nothing of it; of one it is said whether it lets us in', async (t) => {
  assert.deepEqual(await look(), [])
  const broker = await startStandIn({ password: 'geheim' })
  t.after(() => broker.stop())
  assert.match((await look(broker.url)).join('\n'), /^NATS auf 127\.0\.0\.1:\d+ nimmt uns an\.$/)
  assert.match((await look(broker.url.replace(':geheim@', ':falsch@'))).join('\n'), /nimmt uns nicht an/)
  await broker.stop()
  assert.match((await look(broker.url)).join('\n'), /nimmt uns nicht an/)
})
