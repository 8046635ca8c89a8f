// ETags of polled answers. A tag is derived from the versions of the facts that an answer depends on, as known
// to this node, and is computed before any read: a matching If-None-Match is answered with 304 without a query.
// A change during a read only causes one more read.
import { hash } from 'node:crypto'
import type { Caller } from '#server/caller.ts'
import { aboutUser } from '#server/live/facts.ts'
import type { News } from '#server/live/news.ts'

declare module 'fastify' {
  interface FastifyInstance {
    versions: Versions
  }
}

export class Versions {
  readonly #news: Pick<News, 'isListening' | 'name' | 'versionOf'>

  constructor(news: Pick<News, 'isListening' | 'name' | 'versionOf'>) {
    this.#news = news
  }

  /** Undefined while this node does not receive the news of others: then every poll is answered in full. */
  versionFor(caller: Caller, address: string, facts: readonly string[]): string | undefined {
    const { isListening, name } = this.#news
    if (!isListening) return undefined
    // Everything but the session itself is part of the tag, so that changed rights change it.
    const { session_id: _session, ends_at: _end, confirmed_at: _proof, ...person } = caller
    const versions = [aboutUser(caller.id), ...facts].map((fact) => this.#news.versionOf(fact))
    const parts = [name, address, JSON.stringify(person), ...versions]
    return hash('sha256', parts.join(' '), 'base64url').slice(0, 22)
  }
}

/** `lasts`: ms until the answer changes by the clock. */
export const tagOf = (version: string, lasts: number) =>
  `"${version}.${lasts === Number.POSITIVE_INFINITY ? '' : Math.floor((Date.now() + lasts) / 1_000)}"`

/** The matching tag of the header, unless it has expired by the clock. */
export function tagStillTrue(header: string | undefined, version: string): string | undefined {
  return tagsOf(header).find((tag) => {
    const [, named, end] = /^"([\w-]+)\.(\d*)"$/.exec(tag) ?? []
    return named === version && (end === '' || Number(end) * 1_000 > Date.now())
  })
}

/** Tags of `If-Match` or `If-None-Match`, strong and weak alike. */
export const tagsOf = (header: string | undefined) =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** True if the header contains this tag or a star. */
export const matchesEtag = (header: string | undefined, etag: string) =>
  tagsOf(header).some((tag) => tag === '*' || tag === etag)
