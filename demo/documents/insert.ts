import { sql } from 'kysely'
import { parseContent } from '#contract/document/check.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import type { RoundPerson } from '#contract/document/round-table.ts'
import type { Tx } from '#server/db/connect.ts'
import { hiddenFieldNames } from '#server/docs/answers/rename-answers.ts'
import { mergeAnswers } from '#server/docs/answers/store.ts'
import { insertRound } from '#server/docs/results/store.ts'
import { insertDoc, setDoc } from '#server/docs/store.ts'
import { collectImageIds } from '#server/docs/uploaded-images.ts'
import { storeCurrentVersion } from '#server/docs/versions/store.ts'
import { findGroupsNamed, setGroups } from '#server/docs/visibility-store.ts'
import { cast, type Person } from '../cast.ts'
import type { DemoDocument } from './document.ts'

/** Inserts a process with a history, as if people had worked with it over time. */
export async function insertDocument(tx: Tx, document: DemoDocument): Promise<number> {
  const content = parseContent(document.content)
  const fields = fieldsOf(content)
  const hidden = hiddenFieldNames(fields, {})
  const id = await insertDoc(tx, {
    name: document.name,
    content,
    fields,
    images: collectImageIds(content),
    hidden,
  })
  await setDoc(tx, id, { status: document.status })
  await setDoc(tx, id, { public: document.public ?? false })
  const groups = await findGroupsNamed(tx, document.groups ?? [])
  await setGroups(
    tx,
    id,
    groups.flatMap((group) => group.id ?? []),
  )
  const people = await loadUserIds(tx)
  for (const [who, data] of document.answers)
    await mergeAnswers(tx, { docId: id, userId: people(who), hidden: hiddenFieldNames(fields, data) }, data)
  await setLastUpdate(tx, id, document.changedDaysAgo)
  await storeCurrentVersion(tx, id, { saved_by: people(cast.clara) })
  if (document.round) {
    const { answers, endedBy, daysAgo } = document.round
    const rows = answers.map(([who, data]) => ({ ...toRoundPerson(who, people(who)), data }))
    await insertRound(tx, id, { id: people(endedBy), username: endedBy.username }, { fields, people: rows })
    await tx
      .updateTable('doc_rounds')
      .set({ ended_at: ago(daysAgo) })
      .where('doc_id', '=', id)
      .execute()
  }
  return id
}

const setLastUpdate = (tx: Tx, id: number, days: number) =>
  tx
    .updateTable('docs')
    .set({ last_update: ago(days) })
    .where('id', '=', id)
    .execute()

const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

async function loadUserIds(tx: Tx) {
  const users = await tx.selectFrom('users').select(['id', 'username']).execute()
  const ids = new Map(users.map(({ id, username }) => [username, id]))
  return ({ username }: Person) => ids.get(username) as number
}

const toRoundPerson = ({ username, nachname, vorname }: Person, user_id: number): RoundPerson => ({
  user_id,
  username,
  display_name: `${nachname}, ${vorname}`,
})
