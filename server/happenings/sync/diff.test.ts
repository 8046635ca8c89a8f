import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HappeningStatus } from '#contract/happenings.ts'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { happeningStatuses } from '#contract/words/happenings.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import type { PlannedEntry, PlannedHappening } from '#server/planner/port.ts'
import { type Diff, diffHappenings, isEmpty } from './diff.ts'
import type { StoredEntry, StoredState } from './known.ts'

const window = { start_date: '2026-11-21', end_date: '2026-11-28' }
const plan = { ...emptyPlannerTexts, personalnummer: '7', first_name: 'Anna', last_name: 'Berger' }
const work = { funktion: 'Ton', soll_bis: null, ist_von: null, ist_bis: null }

/**
 * Reads a happening from a line such as `H1 Entwurf: S1(E1 E2*) S2*()`. A star marks a part with recorders, or an
 * entry with entered times.
 */
function read(line: string) {
  const [, id = '', status, content = ''] = /^(\w+) ?(\w+)?:(.*)$/.exec(line) ?? []
  const subs = [...content.matchAll(/(\w+)(\*?)\(([^)]*)\)/g)].map(([, id = '', star, entries = '']) => ({
    id,
    isUsed: star === '*',
    entries: entries.split(' ').filter(Boolean),
  }))
  return { id, status: (status ?? 'Entwurf') as HappeningStatus, subs }
}
const number = (id: string) => Number(id.slice(1))

function known(...lines: string[]): StoredState {
  const all: StoredState = { happenings: [], subs: [], entries: [] }
  for (const { id, status, subs } of lines.map(read)) {
    const date = id === 'H9' ? '2026-12-24' : '2026-11-22'
    const isDraft = status === 'Entwurf'
    all.happenings.push({
      id: number(id),
      planner_id: id,
      name: id,
      ...emptyHappeningTexts,
      date,
      status,
      isDraft,
    })
    for (const sub of subs) {
      const happening_id = number(id)
      all.subs.push({
        id: number(sub.id),
        happening_id,
        planner_id: sub.id,
        name: sub.id,
        hasRecorders: sub.isUsed,
      })
      for (const entry of sub.entries) all.entries.push(knownEntry(entry, number(sub.id)))
    }
  }
  return all
}
const knownEntry = (text: string, subhappening_id: number): StoredEntry => ({
  ...plan,
  ...work,
  id: number(text.slice(0, 2)),
  planner_id: text.slice(0, 2),
  subhappening_id,
  soll_von: '2026-11-22T18:00:00',
  submitted: text.endsWith('!'),
  booked: text.endsWith('?'),
  revision: text.endsWith('*') ? 2 : 0,
})
const planned = (...lines: string[]): PlannedHappening[] =>
  lines.map(read).map(({ id, subs }) => ({
    id,
    name: id,
    ...emptyHappeningTexts,
    date: '2026-11-22',
    subhappenings: subs.map(({ id, entries }) => ({ id, name: id, entries: entries.map(plannedEntry) })),
  }))
/** `E1+` has another plan, `E1~` another person, `E1=` actual times. */
const plannedEntry = (text: string): PlannedEntry => ({
  ...plan,
  ...work,
  id: text.slice(0, 2),
  soll_von: text.endsWith('+') ? '2026-11-22T19:00' : '2026-11-22T18:00',
  ...(text.endsWith('~') && { last_name: 'Castell' }),
  ...(text.endsWith('=') && { ist_von: '2026-11-22T18:05' }),
})

/** Describes a diff in lines that a test can compare. */
function words({ rows, ...diff }: Diff): string[] {
  const named = <T>(word: string, all: T[], nameOf: (one: T) => string) =>
    all.map((one) => `${word} ${nameOf(one)}`)
  return [
    ...named('new', diff.added, ({ id }) => id),
    ...named('changed', diff.changed, ({ planner_id }) => planner_id),
    ...named('removed', diff.removed, ({ planner_id }) => planner_id),
    ...named('inactive', diff.inactivated, ({ planner_id }) => planner_id),
    ...named('skipped', diff.skipped, ({ planner_id }) => planner_id),
    ...named('missing', diff.missing, ({ planner_id }) => planner_id),
    ...named('kept', diff.kept, ({ sub, entry }) => String((sub ?? entry)?.planner_id)),
    ...named('write', rows.happenings, ({ id }) => id),
    ...named('insert', rows.newSubs, ({ sub, into }) => `${sub.id}>${into}`),
    ...named('write', rows.subs, ({ sub, into }) => `${sub.id}>${into}`),
    ...named('insert', rows.newEntries, ({ entry, into }) => `${entry.id}>${into}`),
    ...named('write', rows.entries, ({ entry, into }) => `${entry.id}>${into}`),
    ...named('replanned', rows.replanned, ({ entry }) => entry.id),
    ...named('delete', rows.goneSubs, (id) => `S${id}`),
    ...named('delete', rows.goneEntries, (id) => `E${id}`),
  ]
}

type Case = [rule: string, ours: string[], theirs: string[], expected: string[]]
const cases: Case[] = [
  ['alike is left alone', ['H1: S1*(E1 E2*)'], ['H1: S1(E1 E2)'], []],
  ['new comes with all in it', [], ['H1: S1(E1)'], ['new H1', 'insert S1>H1', 'insert E1>S1']],
  ['a new part and entry', ['H1: S1()'], ['H1: S1(E1) S2()'], ['changed H1', 'insert S2>H1', 'insert E1>S1']],
  ['another person', ['H1: S1(E1)'], ['H1: S1(E1~)'], ['changed H1', 'write E1>S1']],
  ['another plan', ['H1: S1(E1)'], ['H1: S1(E1+)'], ['changed H1', 'write E1>S1']],
  [
    'another plan of entered times is remembered',
    ['H1: S1(E1*)'],
    ['H1: S1(E1+)'],
    ['changed H1', 'write E1>S1', 'replanned E1'],
  ],
  ['actual times where none were entered', ['H1: S1(E1)'], ['H1: S1(E1=)'], ['changed H1', 'write E1>S1']],
  ['actual times do not matter where some were entered', ['H1: S1(E1*)'], ['H1: S1(E1=)'], []],
  ['… or sent', ['H1: S1(E1!)'], ['H1: S1(E1=)'], []],
  ['… or are on their way', ['H1: S1(E1?)'], ['H1: S1(E1=)'], []],
  ['vanished with nothing of ours', ['H1: S1(E1)', 'H2:'], ['H2:'], ['removed H1']],
  ['vanished with recorders', ['H1: S1*()', 'H2:'], ['H2:'], ['inactive H1']],
  ['vanished with entered times', ['H1: S1(E1*)', 'H2:'], ['H2:'], ['inactive H1']],
  ['vanished with sent times', ['H1: S1(E1!)', 'H2:'], ['H2:'], ['inactive H1']],
  ['vanished with times on their way', ['H1: S1(E1?)', 'H2:'], ['H2:'], ['inactive H1']],
  ['not asked for is not vanished', ['H9: S1(E1)', 'H2:'], ['H2:'], []],
  [
    'a vanished part with nothing of ours',
    ['H1: S1(E1) S2(E2)'],
    ['H1: S2(E2)'],
    ['changed H1', 'delete S1', 'delete E1'],
  ],
  [
    'a vanished part with recorders',
    ['H1: S1*(E1) S2()'],
    ['H1: S2()'],
    ['changed H1', 'kept S1', 'delete E1'],
  ],
  ['a vanished part with entered times', ['H1: S1(E1*) S2()'], ['H1: S2()'], ['kept S1', 'kept E1']],
  ['a vanished entry', ['H1: S1(E1 E2)'], ['H1: S1(E2)'], ['changed H1', 'delete E1']],
  ['a vanished entry with entered times', ['H1: S1(E1* E2)'], ['H1: S1(E2)'], ['kept E1']],
  ['an entry in another part', ['H1: S1(E1*) S2()'], ['H1: S1() S2(E1)'], ['changed H1', 'write E1>S2']],
  [
    'an entry in another happening',
    ['H1: S1(E1*)', 'H2: S2()'],
    ['H1: S1()', 'H2: S2(E1)'],
    ['changed H1', 'changed H2', 'write E1>S2'],
  ],
  [
    'a part in another happening',
    ['H1: S1*(E1*)', 'H2:'],
    ['H1:', 'H2: S1(E1)'],
    ['changed H1', 'changed H2', 'write S1>H2'],
  ],
  [
    'a part in a new happening, the old one gone',
    ['H1: S1*(E1*)'],
    ['H2: S1(E1)'],
    ['new H2', 'removed H1', 'write S1>H2'],
  ],
  [
    'an entry from outside the window',
    ['H9: S1(E1)', 'H2: S2()'],
    ['H2: S2(E1)'],
    ['changed H9', 'changed H2', 'write E1>S2'],
  ],
  [
    'an entry that a happening in use still has',
    ['H1 Aktiv: S1(E1)', 'H2: S2()'],
    ['H1: S1()', 'H2: S2(E1)'],
    ['skipped H1'],
  ],
  [
    'a part that a happening in use still has',
    ['H1 Aktiv: S1(E1)', 'H2:'],
    ['H1:', 'H2: S1(E1)'],
    ['skipped H1'],
  ],
  [
    'an entry that has gone to a happening in use',
    ['H1: S1(E1 E2*)', 'H2 Aktiv: S2()'],
    ['H1: S1()', 'H2: S2(E1 E2)'],
    ['changed H1', 'skipped H2', 'kept E2', 'delete E1'],
  ],
]
for (const [rule, ours, theirs, expected] of cases) {
  test(rule, () => {
    const diff = diffHappenings(known(...ours), planned(...theirs), window)
    assert.deepEqual(words(diff).toSorted(), expected.toSorted())
    assert.equal(isEmpty(diff), !expected.some((word) => /^(new|changed|removed|inactive)/.test(word)))
  })
}

const changes: [what: string, theirs: string][] = [
  ['another plan', 'H1: S1(E1+)'],
  ['an entry more', 'H1: S1(E1 E2)'],
  ['an entry less', 'H1: S1()'],
  ['a part more', 'H1: S1(E1) S2()'],
  ['a part less', 'H1:'],
]
for (const status of happeningStatuses.filter((status) => status !== 'Entwurf')) {
  test(`what is ${status} is left alone, and named when the planner has it otherwise`, () => {
    const diff = (...theirs: string[]) =>
      words(diffHappenings(known(`H1 ${status}: S1(E1)`), planned(...theirs), window))
    assert.deepEqual(diff('H1: S1(E1)'), [])
    for (const [what, theirs] of changes) assert.deepEqual(diff(theirs), ['skipped H1'], what)
    const isInUse = status === 'Aktiv' || status === 'Erledigt'
    assert.deepEqual(diff('H2:').toSorted(), isInUse ? ['missing H1', 'new H2'] : ['new H2'])
  })
}

test('name, type and day of a draft are the planner’s', () => {
  const [happening] = planned('H1:')
  assert.ok(happening)
  for (const change of [{ name: 'Fest' }, { type: 'Messe' }, { ort: 'Halle 1' }, { date: '2026-11-23' }]) {
    const diff = diffHappenings(known('H1:'), [{ ...happening, ...change }], window)
    assert.deepEqual(words(diff), ['changed H1', 'write H1'])
    const inUse = diffHappenings(known('H1 Erledigt:'), [{ ...happening, ...change }], window)
    assert.deepEqual(words(inUse), ['skipped H1'])
  }
})

test('the unchanged are counted', () => {
  const diff = diffHappenings(
    known('H1: S1(E1)', 'H2 Aktiv:', 'H3:'),
    planned('H1: S1(E1)', 'H2:', 'H3: S3()'),
    window,
  )
  assert.equal(diff.unchanged, 2)
})
