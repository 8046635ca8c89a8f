// Sentences of „Betrieb“ and `doctor`.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { JobLoss } from '#server/db/tables/operation.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { insertLoss } from '#server/jobs/losses-store.ts'
import { testApp } from '#server/testing/app.ts'
import { readFigures } from './all-nodes-store.ts'
import { findingsOf, type Snapshot } from './findings.ts'
import { kindName } from './kind-names.ts'

const well: Snapshot = {
  known: {
    users: 5,
    sessions: 2,
    jobs: [],
    losses: [],
    stuck: [],
    syncs: [],
    backup: { isOn: true, ageSeconds: 3_600, isVerified: true, warning: null },
    ms: 2,
  },
  isLate: false,
  isServed: true,
  pool: { most: 10, size: 4, idle: 3, waiting: 0 },
  isListening: true,
  lately: { minutes: 5, requests: 500, failed: 0, answer_ms: 20, delay_ms: 5 },
  failures: 0,
  demo: [],
  room: { free: 50 * 1024 ** 3, size: 100 * 1024 ** 3 },
  silent: [],
  hasPlanner: true,
  isOwnDatabase: false,
}
const looks = (seen: Partial<Snapshot>) =>
  findingsOf({ ...well, ...seen }).flatMap(({ key, look }) => (look ? [key] : []))

test('where all is well nobody is sent anywhere, and each thing that is not is named', () => {
  assert.deepEqual(looks({}), [])
  const known = well.known as NonNullable<Snapshot['known']>
  const withoutBackup = {
    ...known,
    backup: { isOn: false, ageSeconds: null, isVerified: false, warning: null },
  }
  const lately = well.lately as NonNullable<Snapshot['lately']>
  const stuck = { kind: 'push.send', waiting: 4, running: 0, retrying: 4, oldest: 400, failing: 500 }
  const lost = (reason: JobLoss, lately: number) => ({ kind: 'push.send', reason, total: 9_000, lately })
  const failed = { kind: 'users.sync', age: 60, failed: true, success_age: null }
  for (const [seen, keys] of [
    [{ known: undefined }, ['database', 'jobs']],
    [{ known: { ...known, ms: 900 } }, ['database']],
    [{ isListening: false }, ['database']],
    [{ known: { ...known, backup: { ...known.backup, warning: 'Sie ist gescheitert.' } } }, ['backup']],
    [{ known: withoutBackup }, []],
    [{ known: withoutBackup, isOwnDatabase: true }, ['backup']],
    [{ pool: { ...well.pool, waiting: 3 } }, ['database']],
    [{ lately: { ...lately, failed: 20 } }, ['requests']],
    [{ lately: { ...lately, failed: 1 } }, []],
    [{ lately: { ...lately, answer_ms: 3_000 } }, ['answers']],
    [{ lately: { ...lately, delay_ms: 900 } }, ['answers']],
    [{ lately: undefined }, []],
    [{ failures: 1 }, ['failures']],
    [{ known: { ...known, jobs: [stuck] } }, ['jobs']],
    [{ known: { ...known, jobs: [{ ...stuck, oldest: 30 }] } }, []],
    [{ known: { ...known, jobs: [{ ...stuck, oldest: 0, failing: 9_000 }] } }, ['jobs']],
    [{ known: { ...known, syncs: [failed] } }, ['planner']],
    [{ known: { ...known, syncs: [failed] }, hasPlanner: false }, []],
    [{ silent: ['fcm.googleapis.com'] }, ['push']],
    [{ room: { free: 1024 ** 3, size: 20 * 1024 ** 3 } }, ['room']],
    [{ room: undefined }, []],
    [{ known: { ...known, jobs: [stuck], stuck: ['web.push.apple.com'] }, isServed: false }, []],
    [{ known: { ...known, stuck: ['web.push.apple.com'] } }, ['push']],
    [{ known: { ...known, losses: [lost('failed', 3)] } }, []],
    [{ known: { ...known, losses: [lost('failed', 3), lost('dropped', 1_200)] } }, ['losses']],
  ] as [Partial<Snapshot>, string[]][])
    assert.deepEqual(looks(seen), keys, JSON.stringify(seen))
})

test('a database that is slow is not said to be gone, and where nobody asked nothing is said of answers', () => {
  const says = (which: string, seen: Partial<Snapshot>) => {
    const { value, sentence } = findingsOf({ ...well, ...seen }).find(({ key }) => key === which) ?? {}
    return [value, sentence]
  }
  assert.deepEqual(says('database', { known: undefined, isLate: true }), [
    'über 1 s',
    'Sie antwortet langsam: Nach einer Sekunde war noch keine Antwort da.',
  ])
  assert.equal(says('database', { known: undefined })[0], 'antwortet nicht')
  const lately = { minutes: 1, requests: 0, failed: 0, answer_ms: null, delay_ms: 5 }
  assert.deepEqual(says('answers', { lately }), ['–', 'In den letzten Minuten hat niemand etwas gefragt.'])
  assert.match(String(says('answers', { lately: { ...lately, delay_ms: 900 } })[1]), /bis zu 900 ms zu spät/)
  assert.equal(
    says('requests', { lately: { ...lately, requests: 3, failed: 1 } })[1],
    '1 davon ist in der letzten Minute am Server gescheitert.',
  )
})

test('every sentence is one', () => {
  for (const seen of [
    {},
    { known: undefined },
    { lately: undefined },
    { failures: 1_234 },
    { known: { ...well.known, backup: { isOn: false, ageSeconds: null, isVerified: false, warning: null } } },
  ] as Partial<Snapshot>[])
    for (const { sentence, value } of findingsOf({ ...well, ...seen })) {
      assert.match(sentence, /^[\p{Lu}\d].*\.$/u)
      assert.doesNotMatch(sentence + value, /undefined|NaN|null/)
    }
})

test('how long ago something was is said in a unit of which at least one is over', () => {
  const known = well.known as NonNullable<Snapshot['known']>
  for (const [seconds, said] of [
    [0, 'einem Augenblick'],
    [59, 'einem Augenblick'],
    [60, 'einer Minute'],
    [150, '3 Minuten'],
    [3_599, '60 Minuten'],
    [3_600, 'einer Stunde'],
    [43_200, '12 Stunden'],
    [86_400, 'einem Tag'],
    [200_000, '2 Tagen'],
  ] as const)
    assert.equal(
      findingsOf({ ...well, known: { ...known, backup: { ...known.backup, ageSeconds: seconds } } }).find(
        ({ key }) => key === 'backup',
      )?.value,
      `vor ${said}`,
    )
})

test('each kind of job has a name for people; one of another release is shown as it is called', () => {
  assert.deepEqual(
    Object.keys(jobKinds).filter((kind) => kindName(kind) === kind),
    [],
  )
  assert.deepEqual(['send_pigeon', 'constructor'].map(kindName), ['send_pigeon', 'constructor'])
})

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())

test('of work beside requests the database tells what waits, where it is stuck, and what was lost lately', async () => {
  const { db, config } = kontor.kontor
  await kontor.worker.stop()
  const insert = (kind: string, queue: string, count: number, minutes: number) =>
    sql`insert into jobs (kind, queue, run_at)
      select ${kind}, ${queue}, now() - make_interval(mins => ${minutes}) from generate_series(1, ${count}::int)`.execute(
      db,
    )
  await insert('push.send', 'web.push.apple.com', 1_500, 20)
  await insert('push.send', 'fcm.googleapis.com', 2, 0)
  await insert('send_pigeon', '1', 1, 2)
  await insertLoss(db, 'push.send', 'dropped', 1_200)
  await insertLoss(db, 'push.send', 'outdated', 3)
  await insertLoss(db, 'users.sync', 'failed')
  await db
    .updateTable('job_losses')
    .set({ at: sql`now() - interval '8 days'` })
    .where('kind', '=', 'users.sync')
    .execute()
  const known = await readFigures({ db, config })
  const said = findingsOf({ ...well, known }).filter(({ key }) => ['jobs', 'losses', 'push'].includes(key))
  assert.deepEqual(
    said.map(({ value, sentence }) => `${value}. ${sentence}`),
    [
      '1.503 warten. Zu lange warten: Benachrichtigungen seit 20 Minuten.',
      '1.203. In den letzten 7 Tagen: Benachrichtigungen nicht angenommen, weil zu viele warteten: 1.200; Benachrichtigungen verfallen: 3.',
      'stocken. Diese Dienste antworten nicht: web.push.apple.com. Bitte prüfen Sie den Weg ins Internet.',
    ],
  )
})
