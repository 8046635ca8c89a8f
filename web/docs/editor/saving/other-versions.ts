// Unsaved work that is kept in this browser beside the draft: after a conflict, or where another text stands now.
import { queryOptions } from '@tanstack/react-query'
import { drafts } from '#web/outbox/draft.ts'
import { queryClient } from '#web/query-client.ts'
import type { Editor } from '../editor.ts'
import { freshDoc } from '../queries.ts'
import { type Draft, type DraftOwner, type DraftWriter, draftOf, draftQuery, readDraft } from './drafts.ts'

const versionsOf = ({ user_id, doc_id }: DraftOwner) =>
  drafts<Draft>(user_id, `doc-aside/${doc_id}`, readDraft)
/** The newest first. */
const listVersions = (owner: DraftOwner) =>
  [...versionsOf(owner).get().values()].toSorted((one, other) => other.at.getTime() - one.at.getTime())

export const otherVersionsQuery = (owner: DraftOwner) =>
  queryOptions({
    queryKey: ['drafts', 'doc-aside', owner.user_id, owner.doc_id],
    async queryFn() {
      await versionsOf(owner).ready
      return listVersions(owner)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

type Here = { editor: Editor; unsaved: DraftWriter }

/**
 * The draft that somebody has discarded is one again, and what was typed since is kept beside it. Answers whether it
 * may stand in the editor again: after they have left it, what they have begun since stays as it is.
 */
export async function bringBack(owner: DraftOwner, work: Draft, here: Here | undefined): Promise<boolean> {
  here?.unsaved.cancel()
  if (here?.editor.isChanged()) await putAside(owner, here.unsaved)
  if (here || !(await isBegun(owner))) await draftOf(owner).set(work)
  else await keepOtherVersion(owner, work)
  return here !== undefined
}

async function isBegun(owner: DraftOwner): Promise<boolean> {
  const { queryKey } = draftQuery(owner)
  const isOpen = queryClient.getQueryCache().find({ queryKey })?.isActive()
  const draft = draftOf(owner)
  await draft.ready
  return isOpen || draft.get() !== undefined
}

/** For the newest of the server, which it answers: unsaved work is put aside. */
export async function makeRoom(owner: DraftOwner, { editor, unsaved }: Here) {
  const fresh = await freshDoc(owner.doc_id)
  // The draft may be another window's, where nothing is changed in this one.
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

/** The draft of this window becomes one of them. */
async function putAside(owner: DraftOwner, unsaved: DraftWriter) {
  await write(owner, unsaved.current())
  await unsaved.forget()
  show(owner)
}

async function keepOtherVersion(owner: DraftOwner, work: Draft) {
  await write(owner, work)
  show(owner)
}

export async function forgetOtherVersion(owner: DraftOwner, { at }: Draft) {
  await versionsOf(owner).write([[nameOf(at), undefined]])
  show(owner)
}

const nameOf = (at: Date) => String(at.getTime())
const write = (owner: DraftOwner, work: Draft) => versionsOf(owner).write([[nameOf(work.at), work]])

/** Last: whoever reads of it may close the page at once. */
const show = (owner: DraftOwner) =>
  queryClient.setQueryData(otherVersionsQuery(owner).queryKey, listVersions(owner))
