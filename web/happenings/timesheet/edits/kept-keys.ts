// Under which names this browser keeps what was recorded for a team and is not applied; for whoever only counts it.
import { queryOptions } from '@tanstack/react-query'
import { kept } from '#web/unsaved/storage.ts'

export type Whose = { user_id: number; subhappening_id: number }

export const keysOf = (user_id: number) => `${user_id}/times/`
export const keptTimes = ({ user_id, subhappening_id }: Whose) => `${keysOf(user_id)}${subhappening_id}`
/** People who were added and are not with the server yet. */
export const keptPeople = (whose: Whose) => `${keptTimes(whose)}/people`

/** That they were applied out of reach. */
export const owedOf = ({ user_id, subhappening_id }: { user_id: number; subhappening_id: number | '' }) =>
  `${user_id}/applied/${subhappening_id}`

/** How many entries of a team lie on this device alone. */
export const keptCountQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['kept', 'count', keptTimes(whose)],
    queryFn: async () => {
      const [times, people] = await Promise.all([
        kept<unknown>(keptTimes(whose)),
        kept<unknown>(keptPeople(whose)),
      ])
      return countIn(times) + countIn(people)
    },
    gcTime: 0,
    networkMode: 'always',
  })

/** Changes by entry, or people. */
export const countIn = (stored: unknown): number =>
  stored instanceof Map ? stored.size : Array.isArray(stored) ? stored.length : 0
