/**
 * Open changes as this browser keeps them: they survive a reload and a dead spot, and all windows of one browser work on
 * the same ones. The query cache is where they live while a window is open; it goes with the logout, as they do.
 */
import { queryOptions } from '@tanstack/react-query'
import { forget, keep, kept, keptUnder } from '#web/kept.ts'
import { queryClient } from '#web/query-client.ts'
import { type Edits, NO_EDITS } from './edits.ts'

export type Whose = { user_id: number; subhappening_id: number }
const keysOf = (user_id: number) => `${user_id}/times/`
const keyOf = ({ user_id, subhappening_id }: Whose) => `${keysOf(user_id)}${subhappening_id}`

export const editsQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['kept', keyOf(whose)],
    queryFn: async () => sound(await kept<Edits>(keyOf(whose))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

export const presentEdits = (whose: Whose): Edits =>
  queryClient.getQueryData(editsQuery(whose).queryKey) ?? NO_EDITS

/** Answers whether they are kept; they hold in this window in any case. */
export async function setEdits(whose: Whose, edits: Edits): Promise<boolean> {
  queryClient.setQueryData(editsQuery(whose).queryKey, edits)
  tell(whose, edits)
  if (edits.size > 0) return keep(keyOf(whose), edits)
  await forget(keyOf(whose))
  return true
}

/** How many entries somebody has changed and not applied, of all teams. */
export async function countEdits(user_id: number): Promise<number> {
  const all = (await keptUnder<Edits>(keysOf(user_id))) ?? []
  return all.reduce((total, edits) => total + sound(edits).size, 0)
}

/** A window's own messages do not come back to it while it listens on the channel that sent them. */
const channels = new Map<string, BroadcastChannel>()
const tell = (whose: Whose, edits: Edits) => channels.get(keyOf(whose))?.postMessage(edits)

/** Follows what other windows change. */
export function listen(whose: Whose): () => void {
  const key = keyOf(whose)
  const channel = new BroadcastChannel(`kontor/${key}`)
  channels.set(key, channel)
  channel.addEventListener('message', ({ data }) =>
    queryClient.setQueryData(editsQuery(whose).queryKey, sound(data as Edits)),
  )
  return () => {
    channel.close()
    if (channels.get(key) === channel) channels.delete(key)
  }
}

/** What an older version of this page has kept may not fit any more. */
function sound(edits: unknown): Edits {
  if (!(edits instanceof Map)) return NO_EDITS
  const isSound = [...edits.values()].every(
    (edit) =>
      typeof edit?.revision === 'number' && typeof edit.base === 'object' && typeof edit.local === 'object',
  )
  return isSound ? edits : NO_EDITS
}
