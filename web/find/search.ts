import { type KindOfHits, kindsOfHits } from '#contract/words/hits.ts'
import { parseFilterText } from '#web/search.ts'

export type FindSearch = { filter: string; kind?: KindOfHits; room?: string }

export function findSearch({ filter, kind, room }: Record<string, unknown>): FindSearch {
  const one = kindsOfHits.find((known) => known === kind)
  return {
    filter: parseFilterText(filter),
    ...(one && { kind: one }),
    ...(one === 'messages' &&
      typeof room === 'string' &&
      /^(groups|direct)\/\d{1,9}$/.test(room) && { room }),
  }
}
