import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '#web/status/queries.ts'

/** The name that the server goes by; the product's own until it is known. */
export const useAppName = () => useQuery(statusQuery).data?.name ?? 'Kontor'
