import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { deleteAnswers } from '../answers/store.ts'
import { getDocHead, lockDocForUpdate } from '../store.ts'
import { findRound, insertRound, listPeople, listRounds } from './store.ts'

/** Empties all answers. The table as it was is kept as a round, to be downloaded at any time. */
export function resetResults(kontor: Kontor, by: Caller, docId: number) {
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForUpdate(tx, docId)
    const people = (await listPeople(tx, doc, '')).flatMap(({ data, ...person }) =>
      data && Object.keys(data).length > 0 ? [{ ...person, data }] : [],
    )
    if (people.length > 0) await insertRound(tx, docId, by, { fields: doc.fields, people })
    await deleteAnswers(tx, docId)
    await audit(tx, by.id, 'doc.reset', { doc_id: docId, people: people.length })
    changed(tx, aboutDocs)
  })
}

export async function readRounds({ db }: Kontor, by: Caller, docId: number) {
  await getDocHead(db, by, docId)
  const rounds = await listRounds(db, docId)
  return { items: rounds.map((round) => ({ ...round, ended_at: round.ended_at.toISOString() })) }
}

export async function getRound({ db }: Kontor, by: Caller, docId: number, id: number) {
  const { name } = await getDocHead(db, by, docId)
  const round = await findRound(db, docId, id)
  if (!round) throw refuse('not_found')
  return { name, ...round }
}
