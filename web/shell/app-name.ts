import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '#web/status/queries.ts'

/** The configured name, or the product's name until the status is loaded. */
export const useAppName = () => useQuery(statusQuery).data?.name ?? 'Kontor'
