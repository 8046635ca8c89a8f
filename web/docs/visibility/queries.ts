import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

export const fetchVisibility = (doc_id: number) =>
  ask('GET', '/docs/{doc_id}/visibility/', { params: { doc_id } })

export const setPublic = (doc_id: number, isPublic: boolean) =>
  ask('PUT', '/docs/{doc_id}/visibility/public/', { params: { doc_id }, body: { public: isPublic } })

export const setGroups = (doc_id: number, groups: string[]) =>
  ask('PUT', '/docs/{doc_id}/visibility/groups/', { params: { doc_id }, body: { groups } })

export const visibilityQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'visibility'],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/visibility/', { params: { doc_id }, signal }),
  })
