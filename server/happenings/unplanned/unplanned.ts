// Unplanned people in a team: candidates, adding and removing.
import { audit } from '#server/audit/audit.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import { readName } from '#server/http/input/typed-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutHappenings, aboutTimes } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { isEditable, lockToRecord, requireRecorder } from '../may-record.ts'
import { happeningSentences } from '../sentences.ts'
import { getSubhappening, type PartAddress } from '../subhappenings-store.ts'
import { entryName } from '../times/shown.ts'
import { insertHistory } from '../times/store.ts'
import {
  deleteEntry,
  findByKey,
  insertUnplanned,
  listKnownPeople,
  lockEntryForUpdate,
  type Person,
} from './store.ts'

/** Upper bound of people in one answer. */
const MAX_PEOPLE = 10

/**
 * People who could be added to a team, from other teams that the caller may see. With a filter, from teams
 * between 180 days before and 14 days after the day of this one. Without, from teams of the same happening.
 */
export async function readKnownPeople({ db }: Kontor, by: Caller, where: PartAddress, filter: string) {
  const sub = await getSubhappening(db, by, where)
  requireRecorder(sub, by)
  const found = await listKnownPeople(db, by, { part: sub, filter, limit: MAX_PEOPLE + 1 })
  return { more: found.length > MAX_PEOPLE, people: found.slice(0, MAX_PEOPLE) }
}

/**
 * Adds an unplanned person to a team. The client chooses `key`, so that repeating a call whose answer got lost
 * adds nobody twice. The planner learns of the person together with their times.
 */
export function addPerson(
  kontor: Kontor,
  by: Caller,
  where: PartAddress,
  { key, ...given }: { key: string } & TypedPerson,
) {
  const person = readPerson(given)
  const planner_id = `kontor-${key}`
  return inCallerTransaction(kontor, by, async (tx) => {
    const { sub, canRecordNow } = await lockToRecord(tx, by, where)
    if (!canRecordNow) throw refuse('not_editable', happeningSentences.cannotAddNow(sub.happening_status))
    const id = await insertUnplanned(tx, { subhappening_id: sub.id, planner_id, ...person })
    if (id === undefined) return requireSamePart(await findByKey(tx, planner_id), sub.id)
    await insertHistory(tx, by.id, [{ entry_id: id, kind: 'changed', ...noTimes, message: 'Hinzugefügt' }])
    await audit(tx, by.id, 'subhappening.person_added', { subhappening_id: sub.id, timeentry_id: id })
    changed(tx, aboutTimes(sub.id), aboutHappenings)
    return id
  })
}

type TypedPerson = { [K in keyof Person]?: string | null | undefined }

const MAX_FIELD_LENGTH = 100

function readPerson(given: TypedPerson): Person {
  const read = (name: keyof Person) => {
    const typed = given[name]
    if (typed === undefined || typed === null) return null
    const text = readName(typed, { longest: MAX_FIELD_LENGTH })
    if ('name' in text) return text.name
    if (text.problem === 'empty') return null
    throw refuseInvalid(
      ['body', name],
      text.problem === 'long' ? happeningSentences.tooLong(MAX_FIELD_LENGTH) : happeningSentences.unseen,
    )
  }
  const person = {
    last_name: read('last_name'),
    first_name: read('first_name'),
    personalnummer: read('personalnummer'),
    subcontractor: read('subcontractor'),
  }
  if (person.last_name === null)
    throw refuseInvalid(['body', 'last_name'], happeningSentences.lastNameMissing)
  return person
}

function requireSamePart(
  found: { id: number; subhappening_id: number } | undefined,
  subhappening_id: number,
): number {
  if (found?.subhappening_id === subhappening_id) return found.id
  throw refuseInvalid(['body', 'key'], happeningSentences.keyIsOthers)
}

const noTimes = { old_von: null, old_bis: null, new_von: null, new_bis: null }

/** Removes an unplanned person, unless the planner may already have their times. */
export function removePerson(kontor: Kontor, by: Caller, where: PartAddress & { timeentry_id: number }) {
  return inCallerTransaction(kontor, by, async (tx) => {
    const { sub, canRecordNow } = await lockToRecord(tx, by, where)
    const entry = await lockEntryForUpdate(tx, sub.id, where.timeentry_id)
    if (!entry.unplanned) throw refuse('not_deletable', happeningSentences.isPlanned(entryName(entry)))
    if (!isEditable(canRecordNow, entry.submitted, by)) throw refuse('not_editable')
    if (entry.booked) throw refuse('not_deletable', happeningSentences.plannerHasTimes(entryName(entry)))
    await deleteEntry(tx, entry.id)
    await audit(tx, by.id, 'subhappening.person_removed', {
      subhappening_id: sub.id,
      timeentry_id: entry.id,
    })
    changed(tx, aboutTimes(sub.id), aboutHappenings)
  })
}
