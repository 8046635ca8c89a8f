import type { ListView } from '#contract/list-views.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { deleteListView, deleteOldestViews, setListView } from './list-views-store.ts'

const keyPattern = /^(users|groups|happenings|results-[1-9]\d{0,9})$/
/** Upper bound per person, since every session loads all of them. */
const MAX_LIST_VIEWS = 60

/** Stores a person's settings of a list, for all devices. Default settings are deleted. */
export async function saveListView(kontor: Kontor, by: Caller, { list, hidden, search }: ListView) {
  if (!keyPattern.test(list)) throw refuse('not_found')
  await inCallerTransaction(kontor, by, async (tx) => {
    if (hidden.length === 0 && Object.keys(search).length === 0) await deleteListView(tx, by.id, list)
    else if (await setListView(tx, by.id, { list, hidden: [...new Set(hidden)], search }))
      await deleteOldestViews(tx, by.id, MAX_LIST_VIEWS)
    changed(tx, aboutUser(by.id))
  })
}
