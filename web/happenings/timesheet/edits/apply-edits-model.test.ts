// Property test: three users apply random changes to the same entries, each from a possibly outdated screen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TimeDispute, TimeEntry, TimeEntryChange } from '#contract/times.ts'
import { disputedFields } from '#server/happenings/times/disputes.ts'
import { completeChange } from '#server/happenings/times/read-change.ts'
import { applyEdits } from './apply-edits.ts'
import {
  changeEntry,
  conflictOf,
  discardEdit,
  displayedValues,
  type Edits,
  keepMine,
  NO_EDITS,
  rebaseEdits,
  setAbsent,
  withoutAccepted,
} from './edits.ts'
import { type Recorded, recordedFields, recordedOf, timeFields } from './ends.ts'
import { anEntry } from './entry.test-data.ts'

const ENTRIES = 3
const LEADS = 3
const DAY = '2026-11-21'
const lead = fc.nat({ max: LEADS - 1 })
const at = fc.nat({ max: ENTRIES - 1 })
const quarter = fc.constantFrom(null, '00', '15', '30')
const typing = { at, end: fc.constantFrom('von' as const, 'bis' as const), quarter }
const act = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), lead, ...typing }),
  fc.record({ kind: fc.constant('note' as const), lead, at, note: fc.constantFrom(null, 'a', 'b') }),
  fc.record({ kind: fc.constant('absent' as const), lead, at, absent: fc.boolean() }),
  fc.record({ kind: fc.constant('look' as const), lead }),
  fc.record({ kind: fc.constant('apply' as const), lead, meanwhile: fc.option(fc.record(typing)) }),
  fc.record({ kind: fc.constant('decide' as const), lead, at, mine: fc.boolean() }),
)
const hour = { von: '08', bis: '16' }

/** All states of an entry so far. The index of a state is its revision. */
type States = Recorded[]
const moments = ({ von_date, von_time, bis_date, bis_time, pause, ...beside }: Recorded) => ({
  ...beside,
  ist_pause: pause,
  ist_von: von_date && `${von_date}T${von_time}`,
  ist_bis: bis_date && `${bis_date}T${bis_time}`,
})
function entryOf(id: number, states: States): TimeEntry {
  const now = states.at(-1) as Recorded
  const { note, absent } = now
  const times = Object.fromEntries(timeFields.map((part) => [`ist_${part}`, now[part]]))
  return anEntry({ id, ...times, note, absent, revision: states.length - 1 })
}

/** Records all or none, like the server. */
function record(server: States[], asked: readonly TimeEntryChange[]): TimeDispute[] {
  const changes = asked.map(completeChange)
  const disputes = changes.flatMap((change): TimeDispute[] => {
    const states = server[change.timeentry_id] as States
    const now = moments(states.at(-1) as Recorded)
    const then = moments(states[change.revision as number] as Recorded)
    if (disputedFields(change, now, then).length === 0) return []
    const entry = entryOf(change.timeentry_id, states)
    const nobody = { by: null, by_display_name: null, at: null }
    return [{ timeentry_id: change.timeentry_id, reason: 'changed', entry, ...nobody }]
  })
  if (disputes.length > 0) return disputes
  for (const { timeentry_id, ...change } of changes) {
    const states = server[timeentry_id] as States
    const given = timeFields.filter((part) => change[`ist_${part}`] !== 'not_given')
    const typed = Object.fromEntries(given.map((part) => [part, change[`ist_${part}`]]))
    const { note, absent, ist_pause } = change
    const said = {
      ...(ist_pause !== undefined && { pause: ist_pause }),
      ...(note !== undefined && { note }),
      ...(absent !== undefined && { absent }),
    }
    states.push({ ...(states.at(-1) as Recorded), ...typed, ...said })
  }
  return []
}

test('no lead overwrites a time, a note or an absence that another has entered without having seen it, and nothing else waits for it', async () => {
  const stories = fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
    const server: States[] = Array.from({ length: ENTRIES }, () => [recordedOf(anEntry())])
    const look = () => server.map((states, id) => entryOf(id, states))
    type Lead = { screen: TimeEntry[]; edits: Edits }
    const leads = Array.from({ length: LEADS }, (): Lead => ({ screen: look(), edits: NO_EDITS }))
    for (const one of acts) {
      const mine = leads[one.lead] as (typeof leads)[number]
      if (one.kind === 'look') mine.screen = look()
      if (one.kind === 'look') mine.edits = rebaseEdits(mine.edits, mine.screen)
      const type = ({ at, end, quarter }: { at: number; end: 'von' | 'bis'; quarter: string | null }) => {
        const time = quarter && `${hour[end]}:${quarter}:00`
        const typed = { [`${end}_date`]: time && DAY, [`${end}_time`]: time }
        mine.edits = changeEntry(mine.edits, mine.screen[at] as TimeEntry, typed)
      }
      if (one.kind === 'type') type(one)
      if (one.kind === 'note')
        mine.edits = changeEntry(mine.edits, mine.screen[one.at] as TimeEntry, { note: one.note })
      if (one.kind === 'absent')
        mine.edits = setAbsent(mine.edits, mine.screen[one.at] as TimeEntry, one.absent)
      if (one.kind === 'decide')
        mine.edits = (one.mine ? keepMine : discardEdit)(mine.edits, mine.screen[one.at] as TimeEntry)
      if (one.kind !== 'apply') continue
      const before = structuredClone(server)
      const done = await applyEdits(mine.edits, async (changes) => record(server, changes))
      assert.ok(done)
      for (const [id, edit] of mine.edits) {
        const was = before[id]?.at(-1) as Recorded
        const is = server[id]?.at(-1) as Recorded
        const entry = entryOf(id, before[id] as States)
        for (const field of recordedFields)
          if (is[field] !== was[field]) assert.equal(was[field], edit.base[field])
        if (done.stored.has(id)) assert.deepEqual(is, displayedValues(entry, edit))
        else assert.equal(conflictOf(entry, edit), 'same')
      }
      if (one.meanwhile) type(one.meanwhile)
      mine.edits = withoutAccepted(mine.edits, done.stored)
      mine.screen = look()
    }
  })
  await fc.assert(stories, { numRuns: 1_000 })
})
