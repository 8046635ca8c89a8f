// Property test, 2,000 random sequences: one user edits, others change the same entries meanwhile, and edits are
// applied.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TypedTimes } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { changeMany, type EditStep, fillAsPlanned, revertStep } from './bulk.ts'
import {
  changeEntry,
  conflictOf,
  discardEdit,
  displayedValues,
  type Edits,
  type InvalidTexts,
  keepMine,
  NO_EDITS,
  rebaseEdits,
  revertToServer,
  storeInvalidText,
  type TextFieldName,
  toTimeEntryChange,
  withoutAccepted,
} from './edits.ts'
import { actualOf, type End, recordedOf, timeFields } from './ends.ts'
import { anEntry } from './entry.test-data.ts'

const COUNT = 4
const at = fc.nat({ max: COUNT - 1 })
const part = fc.constantFrom(...timeFields)
const textField = fc.constantFrom<TextFieldName>(...timeFields, 'pause')
const value = fc.constantFrom(null, 'a', 'b', 'c')
const end = fc.constantFrom<End>('von', 'bis')
const act = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), at, part, value }),
  fc.record({ kind: fc.constant('garble' as const), at, part: textField }),
  fc.record({ kind: fc.constant('others' as const), at, part, value }),
  fc.record({ kind: fc.constant('discard' as const), at, end }),
  fc.record({ kind: fc.constant('decide' as const), at, mine: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('fill' as const, 'undo' as const, 'apply' as const) }),
)

const withParts = (entry: TimeEntry, typed: Partial<TypedTimes>): TimeEntry => {
  const { von_date, von_time, bis_date, bis_time } = { ...actualOf(entry), ...typed }
  return {
    ...entry,
    ist_von_date: von_date,
    ist_von_time: von_time,
    ist_bis_date: bis_date,
    ist_bis_time: bis_time,
    revision: entry.revision + 1,
  }
}

/** Merges like the server: fields that are 'not_given' stay. */
function merge(entry: TimeEntry, change: ReturnType<typeof toTimeEntryChange>): TimeEntry {
  const typed: Partial<TypedTimes> = {}
  for (const name of timeFields) {
    const given = change[`ist_${name}`]
    if (given !== undefined && given !== 'not_given') typed[name] = given
  }
  return withParts(entry, typed)
}

test('nothing typed is lost, nothing untouched is overwritten, whatever happens in between', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const server = Array.from({ length: COUNT }, (_, id) => anEntry({ id }))
      /** Expected open changes of each entry: the last input of a field, until the server has the same value. */
      const typed = server.map((): Partial<TypedTimes> => ({}))
      /** Expected invalid text of each entry. It stays in its field until other input replaces it. */
      const garbled = server.map((): InvalidTexts => ({}))
      let edits: Edits = NO_EDITS
      let step: { step: EditStep; typed: Partial<TypedTimes>[]; garbled: InvalidTexts[] } | undefined

      const entry = (place: number) => server[place] as TimeEntry
      const mine = (place: number) => typed[place] as Partial<TypedTimes>
      const mend = (place: number, ...mended: TextFieldName[]) => {
        const left = Object.entries(garbled[place] as InvalidTexts)
        garbled[place] = Object.fromEntries(left.filter(([name]) => !mended.includes(name as TextFieldName)))
      }
      const forgetSettled = () => {
        for (const [place, one] of server.entries())
          for (const name of timeFields)
            if (mine(place)[name] === actualOf(one)[name]) delete mine(place)[name]
      }
      for (const one of acts) {
        if (one.kind === 'type') {
          edits = changeEntry(edits, entry(one.at), { [one.part]: one.value })
          mine(one.at)[one.part] = one.value
          mend(one.at, one.part)
          step = undefined
        } else if (one.kind === 'garble') {
          edits = storeInvalidText(edits, entry(one.at), one.part, '25:30')
          garbled[one.at] = { ...garbled[one.at], [one.part]: '25:30' }
          step = undefined
        } else if (one.kind === 'others') {
          server[one.at] = withParts(entry(one.at), { [one.part]: one.value })
          edits = rebaseEdits(edits, server)
          step = undefined
        } else if (one.kind === 'discard') {
          edits = revertToServer(edits, entry(one.at), one.end)
          delete mine(one.at)[`${one.end}_date`]
          delete mine(one.at)[`${one.end}_time`]
          mend(one.at, `${one.end}_date`, `${one.end}_time`)
          step = undefined
        } else if (one.kind === 'decide') {
          edits = (one.mine ? keepMine : discardEdit)(edits, entry(one.at))
          if (!one.mine) typed[one.at] = {}
          if (!one.mine) mend(one.at, ...timeFields, 'pause')
          assert.ok(['none'].includes(conflictOf(entry(one.at), edits.get(one.at))))
          step = undefined
        } else if (one.kind === 'fill') {
          const before = structuredClone(typed)
          const done = changeMany(edits, server, fillAsPlanned)
          for (const id of done.step.after.keys())
            typed[id] = {
              von_date: entry(id).soll_von_date,
              von_time: entry(id).soll_von_time,
              bis_date: entry(id).soll_bis_date,
              bis_time: entry(id).soll_bis_time,
            }
          edits = done.edits
          step = { step: done.step, typed: before, garbled: [...garbled] }
        } else if (one.kind === 'undo' && step) {
          edits = revertStep(edits, step.step)
          for (const [id, before] of step.typed.entries()) typed[id] = before
          for (const [id, before] of step.garbled.entries()) garbled[id] = before
          step = undefined
        } else if (one.kind === 'apply') {
          const before = server.map((each) => displayedValues(each, edits.get(each.id)))
          const send = new Map([...edits].filter(([, edit]) => !edit.unread))
          for (const [id, edit] of send) server[id] = merge(entry(id), toTimeEntryChange(id, edit))
          edits = withoutAccepted(edits, send)
          for (const id of send.keys()) {
            assert.deepEqual(recordedOf(entry(id)), before[id])
            assert.equal(edits.has(id), false)
            typed[id] = {}
          }
          step = undefined
        }
        forgetSettled()
        for (const each of server) {
          assert.deepEqual(displayedValues(each, edits.get(each.id)), {
            ...recordedOf(each),
            ...mine(each.id),
          })
          assert.deepEqual(edits.get(each.id)?.local ?? {}, mine(each.id))
          assert.deepEqual(edits.get(each.id)?.unread ?? {}, garbled[each.id])
        }
      }
    }),
    { numRuns: 2_000 },
  )
})
