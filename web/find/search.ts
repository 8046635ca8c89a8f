import { type KindOfHits, kindsOfHits } from '#contract/words/hits.ts'
import { filterText } from '#web/search.ts'

export type FindSearch = { filter: string; kind?: KindOfHits; room?: string }

export function findSearch({ filter, kind, room }: Record<string, unknown>): FindSearch {
  const one = kindsOfHits.find((known) => known === kind)
  return {
    filter: filterText(filter),
    ...(one && { kind: one }),
    ...(one === 'messages' &&
      typeof room === 'string' &&
      /^(groups|direct)\/\d{1,9}$/.test(room) && { room }),
  }
}
