import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDue, lastOccurrence } from './due-backup.ts'
import {
  freeNameFor,
  isExpired,
  nameFor,
  readName,
  selectExpired,
  selectSuperseded as supersededOf,
  unverifiedOf,
} from './retention.ts'

const at = (text: string) => Temporal.PlainDateTime.from(text)
const files = (...days: string[]) => days.map((day) => ({ file: day, at: at(`${day}T03:00`) }))
const superseded = (...given: Parameters<typeof supersededOf>) =>
  supersededOf(...given).map(({ file }) => file)
const everyDay = (from: string, days: number) =>
  files(...Array.from({ length: days }, (_, n) => Temporal.PlainDate.from(from).add({ days: n }).toString()))

test('of a year of backups the last 7 days, 4 weeks and 12 months stay', () => {
  const all = everyDay('2025-11-22', 366)
  const gone = new Set(superseded(all, { days: 7, weeks: 4, months: 12 }))
  const stay = all.map(({ file }) => file).filter((file) => !gone.has(file))
  // 22.11.2026 is a Sunday: the week that ends with it is one of the four.
  assert.deepEqual(stay, [
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-01',
    '2026-11-08',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
})

test('a server that was off for long keeps what it had', () => {
  const old = everyDay('2024-01-01', 3)
  assert.deepEqual(superseded([...old, ...files('2026-11-22')], { days: 7, weeks: 4, months: 12 }), [])
})

test('of several of a day the newest stays', () => {
  const day = ['03:00', '09:30', '17:45'].map((time) => ({ file: time, at: at(`2026-11-22T${time}`) }))
  assert.deepEqual(superseded(day, { days: 7, weeks: 4, months: 12 }).toSorted(), ['03:00', '09:30'])
})

test('what was written before a restore stays for a week, for the wrong state may have been brought back', () => {
  const own = new Set(['after'])
  const now = at('2026-11-22T14:05')
  for (const [file, text, goes] of [
    ['after', '2026-11-22T14:00', true],
    ['before', '2026-11-22T03:00', false],
    ['before', '2026-11-15T14:06', false],
    ['before', '2026-11-15T14:04', true],
  ] as const)
    assert.equal(isExpired({ file, at: at(text) }, own, now), goes, `${file} ${text}`)
})

test('one that was not proven takes the place of none, and goes when one is proven', () => {
  const all = ['21T03:00', '21T15:00', '22T02:00', '22T03:00'].map((time) => ({
    file: time,
    at: at(`2026-11-${time}`),
  }))
  const own = new Map([
    ['21T03:00', true],
    ['21T15:00', false],
    ['22T02:00', false],
    ['22T03:00', true],
  ])
  const keep = { days: 7, weeks: 4, months: 12 }
  const gone = selectExpired(all, { keep, own, now: at('2026-11-22T03:05') })
  assert.deepEqual(
    gone.map(({ file }) => file),
    ['22T02:00', '21T15:00'],
  )
  assert.deepEqual(
    unverifiedOf(all, own).map(({ file }) => file),
    ['22T02:00', '21T15:00'],
  )
})

test('only files that bear the name of a scheduled backup are ever looked at', () => {
  const name = nameFor(at('2026-11-22T03:00:07.5'))
  assert.equal(name, 'kontor-2026-11-22T03-00-07.kontor')
  assert.equal(readName(name)?.at.toString(), '2026-11-22T03:00:07')
  for (const other of ['kontor-2026-11-22.kontor', 'vor-dem-umzug.kontor', `${name}.unfertig-0123456789ab`])
    assert.equal(readName(other), undefined)
})

test('of two backups that begin in one second, or in an hour that comes twice, none takes the name of the other', () => {
  const kept = ['2026-10-25T02:30:00', '2026-10-25T02:30:01'].map((text) => {
    const file = nameFor(at(text))
    return { file, at: at(text) }
  })
  assert.equal(freeNameFor(at('2026-10-25T02:30:00'), kept), 'kontor-2026-10-25T02-30-02.kontor')
  assert.equal(freeNameFor(at('2026-10-25T02:29:59'), kept), 'kontor-2026-10-25T02-29-59.kontor')
})

const instant = (text: string) => Temporal.Instant.from(text)
const daily = { time: '03:00', timeZone: 'Europe/Berlin' }

test('a backup is due from its time on until there is one, also when the server was down then', () => {
  const last = instant('2026-11-21T02:00:10Z')
  assert.equal(isDue(instant('2026-11-22T01:59:59Z'), { ...daily, last }), false)
  assert.equal(isDue(instant('2026-11-22T02:00:00Z'), { ...daily, last }), true)
  assert.equal(isDue(instant('2026-11-22T09:00:00Z'), { ...daily, last }), true)
  assert.equal(
    isDue(instant('2026-11-22T09:00:00Z'), { ...daily, last: instant('2026-11-22T02:00:05Z') }),
    false,
  )
  assert.equal(isDue(instant('2026-11-22T01:00:00Z'), { ...daily, last: undefined }), true)
})

test('the time is that of the wall clock, summer and winter, and of a night without it', () => {
  assert.equal(
    String(lastOccurrence(instant('2026-07-01T12:00:00Z'), '03:00', 'Europe/Berlin')),
    '2026-07-01T01:00:00Z',
  )
  assert.equal(
    String(lastOccurrence(instant('2026-01-01T12:00:00Z'), '03:00', 'Europe/Berlin')),
    '2026-01-01T02:00:00Z',
  )
  assert.equal(
    String(lastOccurrence(instant('2026-03-29T12:00:00Z'), '02:30', 'Europe/Berlin')),
    '2026-03-29T01:30:00Z',
  )
})
