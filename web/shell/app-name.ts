import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '#web/status/queries.ts'

/** The configured name; the product's until it is loaded. */
export const useAppName = () => useQuery(statusQuery).data?.name ?? 'Kontor'
