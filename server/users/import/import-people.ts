// Imports people and groups from a table, for companies without a planner. The username identifies a person.
// Nobody is deleted; missing people are deactivated only on request, and guarded as in a sync.
import type { ImportPreview } from '#contract/user-import.ts'
import { audit } from '#server/audit/audit.ts'
import { lockAdminsForUpdate } from '#server/auth/accounts-store.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { foldCase } from '#server/db/fold-case.ts'
import { formatPlannerName } from '#server/db/people.ts'
import { insertGroup } from '#server/groups/store.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { inBatches } from '#server/planner/sync.ts'
import { peoplePayload, queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { setOverrides } from '../assignments/store.ts'
import { userSentences } from '../sentences.ts'
import { deactivateUsers, lockSyncForUpdate } from '../sync/store.ts'
import { diffPeople, type ImportDiff, refusalOf } from './diff-people.ts'
import { type ImportedPerson, type ParsedPeople, readPeople } from './read-people.ts'
import * as store from './store.ts'

type Options = { file: string; deactivate_missing?: boolean | undefined }

export async function previewImport(kontor: Kontor, { file, ...options }: Options): Promise<ImportPreview> {
  const read = readPeople(decodeFile(file))
  const diff = await diffWithStored(kontor.db, read)
  return previewOf(diff, read, importRefusal(kontor, diff, read, options))
}

/** All or nothing; returns the changes in the form of the preview. */
export function importPeople(
  kontor: Kontor,
  by: Caller,
  { file, ...options }: Options,
): Promise<ImportPreview> {
  const read = readPeople(decodeFile(file))
  return inTransaction(kontor, async (tx) => {
    await lockSyncForUpdate(tx)
    await lockAdminsForUpdate(tx)
    const diff = await diffWithStored(tx, read)
    const refusal = importRefusal(kontor, diff, read, options)
    if (refusal !== undefined) throw refuse('planner_refused', refusal)
    const gone = options.deactivate_missing ? diff.missing.map(({ id }) => id) : []
    await store.insertPeople(tx, diff.added)
    await store.updatePeople(tx, [...diff.changed, ...diff.returning])
    await deactivateUsers(tx, gone)
    const joined = await addMemberships(tx, by, diff)
    const touched = [...diff.changed, ...diff.returning].map(({ existing }) => existing.id)
    await audit(tx, by.id, 'user.import', {
      added: diff.added.length,
      changed: touched.length,
      vanishing: gone.length,
      joins: diff.joins.length,
    })
    const created = await store.listIdsByName(
      tx,
      diff.added.map(({ username }) => username),
    )
    if (created.size > 0)
      await queueWebhookEvent(tx, 'people.changed', peoplePayload('created', [...created.values()]))
    const altered = [...touched, ...gone]
    if (altered.length > 0) await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', altered))
    changed(tx, aboutUsers, aboutAssignments)
    changed(tx, ...new Set([...touched, ...gone, ...joined].map(aboutUser)))
    return previewOf(diff, read, undefined)
  })
}

/** Decodes the file. It is sent as Base64, so that no program in between changes its encoding. */
function decodeFile(file: string): Buffer {
  const plain = file.replaceAll(/\s/g, '')
  if (plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain))
    throw refuseInvalid(['body', 'file'], userSentences.fileNotEncoded, 'format')
  return Buffer.from(plain, 'base64')
}

async function diffWithStored(db: Database, { people }: ParsedPeople): Promise<ImportDiff> {
  const groups = await store.listGroups(db)
  return diffPeople(
    await store.listExisting(db),
    people,
    groups.map(({ name }) => name),
  )
}

/** Adds memberships, creating new groups first; an earlier removal by hand is overridden. */
async function addMemberships(tx: Tx, by: Caller, { joins, newGroups }: ImportDiff): Promise<number[]> {
  for (const name of newGroups) {
    const group_id = await insertGroup(tx, name)
    await audit(tx, by.id, 'group.create', { group_id, name })
  }
  const groups = new Map((await store.listGroups(tx)).map(({ id, name }) => [foldCase(name), id]))
  const added = joins.filter(({ id }) => id === undefined).map(({ username }) => username)
  const ids = await store.listIdsByName(tx, [...new Set(added)])
  const byGroup = Map.groupBy(joins, ({ group }) => groups.get(foldCase(group)) as number)
  const joined: number[] = []
  for (const [groupId, members] of byGroup) {
    const all = members.map(({ id, username }) => id ?? (ids.get(username) as number))
    // In batches, in the usual order of locks.
    for (const userIds of inBatches(all.toSorted((one, other) => one - other))) {
      const pairs = await setOverrides(tx, { userIds, groupIds: [groupId], action: 'grant', by: by.id })
      joined.push(...pairs.map(({ user_id }) => user_id))
    }
  }
  return joined
}

function importRefusal(
  { config }: Kontor,
  diff: ImportDiff,
  { problems }: ParsedPeople,
  { deactivate_missing }: Omit<Options, 'file'>,
): string | undefined {
  const [first] = problems
  if (first)
    return problems.length === 1
      ? 'Eine Zeile ist nicht lesbar. Bitte berichtigen Sie diese zuerst; es wurde nichts geändert.'
      : `${problems.length} Zeilen sind nicht lesbar. Bitte berichtigen Sie diese zuerst; es wurde nichts geändert.`
  return deactivate_missing ? refusalOf(diff, config.plannerMaxVanishing) : undefined
}

/** Upper bound of listed names, and of listed problems. Counts include all. */
const MAX_LISTED = 200

function previewOf(
  diff: ImportDiff,
  { problems, ignored }: ParsedPeople,
  refused: string | undefined,
): ImportPreview {
  const some = (names: string[]) => ({ count: names.length, names: names.slice(0, MAX_LISTED) })
  return {
    new: some(diff.added.map(sortedPersonName)),
    changed: some(diff.changed.map(({ person }) => sortedPersonName(person))),
    returning: some(diff.returning.map(({ person }) => sortedPersonName(person))),
    missing: some(diff.missing.map(({ display_name }) => display_name)),
    of_planner: some(diff.planned.map(({ display_name }) => display_name)),
    new_groups: some(diff.newGroups),
    memberships_added: diff.joins.length,
    unchanged: diff.unchanged,
    ignored_columns: ignored.slice(0, 50),
    problems: problems.slice(0, MAX_LISTED),
    refused: refused ?? null,
  }
}

const sortedPersonName = ({ nachname, vorname, username }: ImportedPerson) =>
  formatPlannerName({ nachname, vorname }, username)
