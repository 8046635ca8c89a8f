import { queryOptions } from '@tanstack/react-query'
import { kept } from '#web/unsaved/storage.ts'
import { countIn, keptPeople, type Whose } from '../edits/kept-keys.ts'

/** Whether somebody whom nobody planned lies on this device alone. */
export const arePeopleKeptQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['kept', 'people', keptPeople(whose)],
    queryFn: async () => countIn(await kept<unknown>(keptPeople(whose))) > 0,
    gcTime: 0,
    networkMode: 'always',
  })
