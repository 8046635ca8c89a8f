// What somebody has begun and this browser keeps until they are done with it: nothing of it goes out by itself.
// `read` makes of what is kept what this version of the app understands, also where nothing is kept or an older one
// has kept it.
import { queryOptions } from '@tanstack/react-query'
import { forget, keep, kept } from './storage.ts'

export function draft<T>(key: string, read: (stored: unknown) => T) {
  const get = async () => read(await kept<unknown>(key))
  return {
    get,
    query: queryOptions({
      queryKey: ['kept', key],
      queryFn: get,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      networkMode: 'always',
    }),
    /** Undefined for nothing. Answers whether that is what the browser keeps now. */
    set: async (value: (T & {}) | undefined): Promise<boolean> => {
      if (value !== undefined) return keep(key, value)
      await forget(key)
      return true
    },
  }
}
