import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import { cleanUp } from '#server/clean-up.ts'
import { testApp } from '#server/testing/app.ts'
import { isBelieved } from './clock.ts'
import { heartbeat } from './heartbeat.ts'
import { listNodes, tick } from './store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
beforeEach(async () => {
  await db.deleteFrom('clock').execute()
})

/** As if the clock had stood so many days further back until now. */
const lastRan = (days: number) =>
  sql`insert into clock (believed_at, ticked_at) select at, at from (select now() - make_interval(days => ${days}::int) as at) then_
    on conflict (one) do update set believed_at = excluded.believed_at, ticked_at = excluded.ticked_at, waited_ms = null`.execute(
    db,
  )
const sessions = async () => (await db.selectFrom('sessions').select('id').execute()).length

test('a clock that has leapt ahead deletes nothing at the start; one that goes on evenly does', async () => {
  await kontor.as(cast.anna)
  await db.updateTable('sessions').set({ expires_at: sql<Date>`now() - interval '1 day'` }).execute()
  const before = await sessions()
  assert.ok(before > 0)
  await lastRan(40)
  await cleanUp(kontor.kontor)
  await cleanUp(kontor.kontor)
  assert.equal(await sessions(), before)

  await db.deleteFrom('clock').execute()
  await cleanUp(kontor.kontor)
  assert.equal(await sessions(), 0)
})

test('a database that has never had a look at its clock takes the newest row of the log for when it was right', async () => {
  await sql`insert into audit (action, at) values ('user.logout', now() - interval '3 hours')`.execute(db)
  assert.ok(isBelieved(await tick(db, { now: sql<Date>`now() - interval '1 hour'` })))
  await db.deleteFrom('clock').execute()
  assert.equal(isBelieved(await tick(db, { now: sql<Date>`now() + interval '2 days'` })), false)
})

const node = { id: 'one', host: 'rechner', version: '1.0.0', build: 'abc' }

test('what keeps a server from naming itself is told', async () => {
  const told: unknown[] = []
  const bug = new TypeError('x is undefined')
  const fails = () => {
    throw bug
  }
  const onError = (met: unknown) => void told.push(met)
  await heartbeat(kontor.kontor, node, fails, { log: kontor.app.log, onError })()
  assert.deepEqual(told, [bug])
})

test('a server names itself while it runs, warns of a clock that has leapt, and takes its name away at its end', async () => {
  await lastRan(40)
  const lines: unknown[][] = []
  const log = { warn: (...line: unknown[]) => void lines.push(line) } as never
  const seen = { proxiedAt: undefined, secureAt: undefined, stranger: '10.0.0.9' }
  const stop = heartbeat(kontor.kontor, node, () => seen, { log, onError: assert.ifError })
  while (lines.length === 0) await new Promise((done) => setTimeout(done, 10))
  assert.match(String(lines[0]?.[1]), /steht 40 Tage weiter/)
  const [found] = await listNodes(db)
  assert.deepEqual(
    [found?.host, found?.build, found?.lately, found?.stranger],
    ['rechner', 'abc', true, '10.0.0.9'],
  )
  await stop()
  assert.deepEqual(await listNodes(db), [])
})

test('a proxy with https and no PUBLIC_URL is warned about once, and so is one that is not trusted', async (t) => {
  const warn = t.mock.method(kontor.app.log, 'warn')
  const warnings = () => warn.mock.calls.map(({ arguments: [line] }) => (line as { event?: string }).event)
  const ask = (remoteAddress: string, headers: Record<string, string>) =>
    kontor.app.inject({ url: '/health/live', remoteAddress, headers })
  await ask('127.0.0.1', {})
  assert.equal(kontor.app.proxiesSeen.proxiedAt, undefined)
  for (const _ of [1, 2])
    await ask('127.0.0.1', { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' })
  assert.ok(kontor.app.proxiesSeen.secureAt)
  assert.deepEqual(warnings(), ['setting.no_public_url'])
  await ask('198.51.100.7', { 'x-forwarded-for': '203.0.113.1' })
  assert.equal(kontor.app.proxiesSeen.stranger, undefined)
  for (const _ of [1, 2]) await ask('10.0.0.9', { 'x-forwarded-for': '203.0.113.1' })
  assert.equal(kontor.app.proxiesSeen.stranger, '10.0.0.9')
  assert.deepEqual(warnings(), ['setting.no_public_url', 'setting.proxy_not_trusted'])
})
