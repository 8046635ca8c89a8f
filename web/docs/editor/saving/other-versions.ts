// Unsaved work that is kept in this browser beside the draft: after a conflict, or where another text stands now. Seldom
// needed, so it comes when it is.
import { queryClient } from '#web/query-client.ts'
import { draft } from '#web/unsaved/draft.ts'
import type { Editor } from '../editor.ts'
import { freshDoc } from '../queries.ts'
import {
  type Draft,
  type DraftOwner,
  type DraftWriter,
  draftOf,
  draftQuery,
  keepDraft,
  readDraft,
} from './drafts.ts'

/** The newest first. An older version of this page has kept a single one. */
const otherVersionsOf = ({ user_id, doc_id }: DraftOwner) =>
  draft(`${user_id}/docs/${doc_id}/aside`, (stored) =>
    [stored ?? []].flat().flatMap((version) => readDraft(version) ?? []),
  )
export const otherVersionsQuery = (owner: DraftOwner) => otherVersionsOf(owner).query

type Here = { editor: Editor; unsaved: DraftWriter }

/**
 * The draft that somebody has discarded is one again, and what was typed since is kept beside it. Answers whether it
 * may stand in the editor again: after they have left it, what they have begun since stays as it is.
 */
export async function bringBack(owner: DraftOwner, work: Draft, here: Here | undefined): Promise<boolean> {
  here?.unsaved.cancel()
  if (here?.editor.isChanged()) await putAside(owner, here.unsaved)
  if (here || !(await isBegun(owner))) await keepDraft(owner, work)
  else await keepOtherVersion(owner, work)
  return here !== undefined
}

async function isBegun(owner: DraftOwner): Promise<boolean> {
  const { queryKey } = draftQuery(owner)
  const isOpen = queryClient.getQueryCache().find({ queryKey })?.isActive()
  return isOpen || Boolean(await draftOf(owner).get())
}

/** For the newest of the server, which it answers: unsaved work is put aside. */
export async function makeRoom(owner: DraftOwner, { editor, unsaved }: Here) {
  const fresh = await freshDoc(owner.doc_id)
  // What lies there may be another window's, where nothing is changed in this one.
  unsaved.flush()
  // Kept before the other text stands there: whoever sees that may close the page at once.
  if (editor.isChanged()) await putAside(owner, unsaved)
  // It is in its place now, also where the newer version has just called for it to be written down.
  unsaved.cancel()
  return fresh
}

/** Only what is kept beside it then: who has saved in this very moment is asked about, too. */
export async function overwrite(owner: DraftOwner, save: (over: number) => Promise<boolean>) {
  const { content, version } = await freshDoc(owner.doc_id)
  if (await save(version)) await keepOtherVersion(owner, { content, version, renames: {}, at: new Date() })
}

/** Beside those that are kept already: none replaces another. */
const keepOtherVersion = (owner: DraftOwner, work: Draft) =>
  changeOtherVersions(owner, (versions) => [work, ...versions])

/** What was the draft of this window is one of them from then on. */
function putAside(owner: DraftOwner, unsaved: DraftWriter) {
  const work = unsaved.current()
  return changeOtherVersions(owner, (versions) => [work, ...versions], unsaved.forget)
}

export const forgetOtherVersion = (owner: DraftOwner, { at }: Draft) =>
  changeOtherVersions(owner, (versions) =>
    versions.filter((version) => version.at.getTime() !== at.getTime()),
  )

async function changeOtherVersions(
  owner: DraftOwner,
  change: (versions: Draft[]) => Draft[],
  andThen?: () => Promise<unknown>,
) {
  const { query, get, set } = otherVersionsOf(owner)
  const stored = await get()
  // Where the browser keeps nothing, this page does.
  const versions = change(stored.length > 0 ? stored : (queryClient.getQueryData(query.queryKey) ?? []))
  await set(versions.length > 0 ? versions : undefined)
  await andThen?.()
  // Shown last: whoever reads of it may close the page at once.
  queryClient.setQueryData(query.queryKey, versions)
}
