import { onlineManager, type Query } from '@tanstack/react-query'
import { queryClient } from '#web/query-client.ts'
import { showsCopy } from '#web/shell/silence.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { keepImages } from './images.ts'
import { copyOf } from './read.ts'

const standIns = new WeakSet<Query>()

/** What it has just been given is a copy, which nobody has confirmed. */
export const isStandIn = (query: Query) => standIns.has(query)

/** The copy in place of an answer that does not come; when it does, after all, it takes the copy's place. */
export async function standIn<T>(query: Query, asked: T | Promise<T>): Promise<T> {
  // It hears of changes alone: a page that began without a network would not notice when there is one.
  onlineManager.setOnline(navigator.onLine)
  const isPerson = query.queryHash === HASH_OF_PERSON
  const copy = await copyOf<T>(query.queryHash, isPerson)
  if (!copy) return asked
  keepImages()
  standIns.add(query)
  Promise.resolve(asked).then(
    (data) => queryClient.setQueryData(query.queryKey, data),
    () => {},
  )
  // Once it is taken for an answer: it is as old as it was.
  setTimeout(() => {
    standIns.delete(query)
    if (query.state.data === undefined || query.state.dataUpdateCount > 1) return
    if (navigator.onLine) showsCopy(query)
    query.setState({ dataUpdatedAt: copy.at })
  })
  return copy.data
}

const HASH_OF_PERSON = JSON.stringify(currentUserQuery.queryKey)
