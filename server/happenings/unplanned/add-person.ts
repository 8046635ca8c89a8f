import { audit } from '#server/audit/audit.ts'
import { inOwnTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import { readName } from '#server/http/input/typed-name.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAllTimes, aboutHappenings, aboutTimes } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { lockToRecord } from '../may-record.ts'
import { sentences } from '../sentences.ts'
import type { PartAddress } from '../subhappenings-store.ts'
import { insertHistory } from '../times/store.ts'
import { findByKey, insertUnplanned, type Person } from './store.ts'

/**
 * Adds somebody to a team whom nobody planned. The caller's own key says whether it has been done before: a call that
 * is repeated because its answer got lost adds nobody twice. The planner hears of the person with their times.
 */
export function addPerson(
  kontor: Kontor,
  by: Caller,
  where: PartAddress,
  { key, user_id = by.id, ...given }: { key: string; user_id?: number } & TypedPerson,
) {
  if (user_id !== by.id) throw refuse('someone_else')
  const person = personOf(given)
  const planner_id = `kontor-${key}`
  return inOwnTransaction(kontor, by, async (tx) => {
    const { sub, may } = await lockToRecord(tx, by, where)
    if (!may) throw refuse('not_editable', sentences.cannotAddNow(sub.happening_status))
    const id = await insertUnplanned(tx, { subhappening_id: sub.id, planner_id, ...person })
    if (id === undefined) return known(await findByKey(tx, planner_id), sub.id)
    await insertHistory(tx, by.id, [{ entry_id: id, kind: 'changed', ...noTimes, message: 'Hinzugefügt' }])
    await audit(tx, by.id, 'subhappening.person_added', { subhappening_id: sub.id, timeentry_id: id })
    changed(tx, aboutTimes(sub.id), aboutAllTimes, aboutHappenings)
    return id
  })
}

type TypedPerson = { [K in keyof Person]?: string | null | undefined }

const LONGEST = 100

function personOf(given: TypedPerson): Person {
  const read = (name: keyof Person) => {
    const typed = given[name]
    if (typed === undefined || typed === null) return null
    const text = readName(typed, { longest: LONGEST })
    if ('name' in text) return text.name
    if (text.problem === 'empty') return null
    throw invalid(['body', name], text.problem === 'long' ? sentences.tooLong(LONGEST) : sentences.unseen)
  }
  const person = {
    last_name: read('last_name'),
    first_name: read('first_name'),
    personalnummer: read('personalnummer'),
    subcontractor: read('subcontractor'),
  }
  if (person.last_name === null) throw invalid(['body', 'last_name'], sentences.lastNameMissing)
  return person
}

function known(found: { id: number; subhappening_id: number } | undefined, subhappening_id: number): number {
  if (found?.subhappening_id === subhappening_id) return found.id
  throw invalid(['body', 'key'], sentences.keyIsOthers)
}

const noTimes = { old_von: null, old_bis: null, new_von: null, new_bis: null }
