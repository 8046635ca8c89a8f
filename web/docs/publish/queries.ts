import { queryOptions } from '@tanstack/react-query'
import type { HandInKind } from '#contract/results.ts'
import type { RepeatRule } from '#contract/rounds.ts'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { docQuery, invalidateDocs } from '../queries.ts'

type DocAudience = { public: boolean; groups: string[] }
export type PublishSettings = DocAudience & {
  from: string | null
  due_on: string | null
  notify: boolean
  hand_in: HandInKind | null
}

/** Never cached: the dialog saves all settings, so it must start from the present ones. */
export const publishSettingsQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'published'],
    queryFn: async ({ signal }) => {
      const [visibility, { items }, { due_on, hand_in }] = await Promise.all([
        ask('GET', '/docs/{doc_id}/visibility/', { params: { doc_id }, signal }),
        ask('GET', '/docs/{doc_id}/repeats/', { params: { doc_id }, signal }),
        queryClient.fetchQuery({ ...docQuery(doc_id), staleTime: 0 }),
      ])
      return { ...visibility, due_on, hand_in, repeats: items[0] }
    },
    gcTime: 0,
  })

/** Number of people who would see the process. */
export const audiencePreviewQuery = (doc_id: number, audience: DocAudience) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'preview', audience],
    queryFn: ({ signal }) =>
      ask('POST', '/docs/{doc_id}/publish/preview/', { params: { doc_id }, body: audience, signal }),
  })

export async function publish(doc_id: number, body: PublishSettings) {
  const published = await ask('POST', '/docs/{doc_id}/publish/', { params: { doc_id }, body })
  await invalidateDocs()
  return published
}

export async function cancelPublishing(doc_id: number) {
  await ask('DELETE', '/docs/{doc_id}/publish/', { params: { doc_id } })
  await invalidateDocs()
}

/** Returns a sentence about the change. */
export async function setRepeats(doc_id: number, repeats: RepeatRule | undefined) {
  const params = { doc_id }
  if (!repeats) {
    await ask('DELETE', '/docs/{doc_id}/repeats/', { params })
    await invalidateDocs()
    return 'Wird nicht mehr wiederholt.'
  }
  const { next_round_at } = await ask('PUT', '/docs/{doc_id}/repeats/', { params, body: repeats })
  await invalidateDocs()
  return `Nächste Runde am ${formatDateTime(next_round_at).slice(0, 16)}.`
}

export const isSameRepeatRule = (one: RepeatRule | undefined, other: RepeatRule | undefined) =>
  JSON.stringify(repeatsTuple(one)) === JSON.stringify(repeatsTuple(other))

const repeatsTuple = (repeats: RepeatRule | undefined) =>
  repeats && [repeats.unit, repeats.every, repeats.first, repeats.due_days, repeats.notify]
