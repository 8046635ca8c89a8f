import { answerOf, hasVisibleValue, leftoverValue } from '#contract/document/fields.ts'
import type { DocPeople } from '#contract/publishing.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { FillState } from '#contract/words/fill-states.ts'
import type { Caller } from '#server/caller.ts'
import { isFillable } from '#server/docs/may-fill.ts'
import { getDocHead } from '#server/docs/store.ts'
import type { Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { getUser } from '#server/users/store.ts'
import { todayIn } from './moment.ts'
import { countAudienceByState, getPersonAnswers, listAudience, listDocsOf } from './store.ts'

/**
 * Audience of a document with everybody's progress: active people who see it publicly or by a group, even if
 * they cannot sign in yet. Administrators count only if they belong to the audience themselves.
 */
export async function readAudience(
  { db, config }: Kontor,
  by: Caller,
  docId: number,
  query: ListQuery,
  states: FillState[],
): Promise<Serialisable<DocPeople>> {
  const doc = await getDocHead(db, by, docId)
  const reminding = { by: by.id, today: todayIn(config) }
  const [{ items, pages }, { without_access, invited, due, today, oneself, ...counts }] = await Promise.all([
    listAudience(db, doc, query, states),
    countAudienceByState(db, doc, query.filter, reminding),
  ])
  return {
    items: items.map(({ handed_in_at, ...person }) => ({
      ...person,
      ...(doc.hand_in && { handed_in_at }),
    })),
    pages,
    fields: doc.fields.length,
    counts,
    without_access,
    invited,
    can_remind: isFillable(doc.status),
    to_remind: { people: due, today, oneself },
    ...(doc.hand_in && { hand_in: doc.hand_in }),
  }
}

/** One person's answers, limited to what the results show. */
export async function readPersonAnswers({ db }: Kontor, by: Caller, docId: number, userId: number) {
  const doc = await getDocHead(db, by, docId)
  const { data, handed_in_at, signature, ...who } = await getPersonAnswers(db, doc, userId)
  const answers = doc.fields.map((field) => ({
    field: field.name,
    type: field.type,
    value: answerOf(field, data ?? {}),
  }))
  const present = new Map(doc.fields.map((field) => [field.name, field]))
  const former = Object.entries(data ?? {})
    .map(([field, value]) => ({ field, value: leftoverValue(present.get(field), value) }))
    .filter(({ value }) => hasVisibleValue(value))
    .sort((a, b) => a.field.localeCompare(b.field, 'de'))
  return {
    ...who,
    answers,
    former,
    ...(doc.hand_in && { handed_in_at, signature }),
  }
}

/** Documents that one person is asked to fill in, with progress. */
export async function readDocsOf({ db }: Kontor, userId: number, query: Parameters<typeof listDocsOf>[2]) {
  await getUser(db, userId)
  return listDocsOf(db, userId, query)
}
