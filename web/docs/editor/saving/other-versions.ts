// Versions set aside in this browser: the text not chosen in a conflict, or replaced by another one.
import { queryOptions } from '@tanstack/react-query'
import { drafts } from '#web/outbox/draft.ts'
import { queryClient } from '#web/query-client.ts'
import type { Editor } from '../editor.ts'
import { fetchFreshDoc } from '../queries.ts'
import { type Draft, type DraftOwner, type DraftWriter, draftOf, readDraft } from './drafts.ts'

const otherVersionsStore = ({ user_id, doc_id }: DraftOwner) =>
  drafts<Draft>(user_id, `doc-aside/${doc_id}`, readDraft)
/** Newest first. */
const listVersions = (owner: DraftOwner) =>
  [...otherVersionsStore(owner).get().values()].toSorted(
    (one, other) => other.at.getTime() - one.at.getTime(),
  )

export const otherVersionsQuery = (owner: DraftOwner) =>
  queryOptions({
    queryKey: ['drafts', 'doc-aside', owner.user_id, owner.doc_id],
    async queryFn() {
      await otherVersionsStore(owner).ready
      return listVersions(owner)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

type OpenEditor = { editor: Editor; unsaved: DraftWriter }

/**
 * Restores a discarded draft. Changes typed since then are set aside. Returns true if the editor is still open and
 * shows the draft. Otherwise newer work stays as it is, and the discarded draft is set aside instead.
 */
export async function restoreDiscarded(
  owner: DraftOwner,
  work: Draft,
  here: OpenEditor | undefined,
): Promise<boolean> {
  here?.unsaved.cancel()
  if (here?.editor.isChanged()) await moveToOtherVersions(owner, here.unsaved)
  if (here || !(await needsSettingAside(owner))) await draftOf(owner).change(work)
  else await keepOtherVersion(owner, work)
  return here !== undefined
}

async function needsSettingAside(owner: DraftOwner): Promise<boolean> {
  const isOpen = location.pathname.endsWith(`/docs/${owner.doc_id}/edit`)
  const draft = draftOf(owner)
  await draft.ready
  return isOpen || draft.get() !== undefined
}

/** Puts unsaved work aside and returns the server's newest version. */
export async function setDraftAside(owner: DraftOwner, { editor, unsaved }: OpenEditor) {
  const fresh = await fetchFreshDoc(owner.doc_id)
  // Writes only what is pending: without changes in this window the stored draft may be another window's.
  unsaved.flush()
  // Stored before the other text appears, since the page may be closed at once.
  if (editor.isChanged()) await moveToOtherVersions(owner, unsaved)
  // The work is stored already. The newer version may have scheduled another write of the draft.
  unsaved.cancel()
  return fresh
}

/** Overwrites the server's version and sets it aside. A save by somebody in the meantime is a conflict again. */
export async function overwriteServerVersion(owner: DraftOwner, save: (over: number) => Promise<boolean>) {
  const { content, version } = await fetchFreshDoc(owner.doc_id)
  if (await save(version)) await keepOtherVersion(owner, { content, version, renames: {}, at: new Date() })
}

/** Moves this window's draft to the other versions. */
async function moveToOtherVersions(owner: DraftOwner, unsaved: DraftWriter) {
  await writeVersion(owner, unsaved.current())
  await unsaved.forget()
  showVersions(owner)
}

async function keepOtherVersion(owner: DraftOwner, work: Draft) {
  await writeVersion(owner, work)
  showVersions(owner)
}

export async function forgetOtherVersion(owner: DraftOwner, { at }: Draft) {
  await otherVersionsStore(owner).change(versionKey(at), undefined)
  showVersions(owner)
}

const versionKey = (at: Date) => String(at.getTime())
const writeVersion = (owner: DraftOwner, work: Draft) =>
  otherVersionsStore(owner).change(versionKey(work.at), work)

/** Called last, after storing: the page may be closed as soon as the versions are shown. */
const showVersions = (owner: DraftOwner) =>
  queryClient.setQueryData(otherVersionsQuery(owner).queryKey, listVersions(owner))
