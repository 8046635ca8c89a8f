// Every open app asks for the same again every few seconds. The tag of such an answer is made of what it rests on, as
// this node has heard of it, and is taken before anything is read: whoever names it is told that they have the newest
// answer, and nothing is read. A change during a read only means that the next one reads again.
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

  /** Undefined while this node does not hear what others change: then nobody is told that nothing has changed. */
  versionFor(caller: Caller, address: string, facts: readonly string[]): string | undefined {
    const { isListening, name } = this.#news
    if (!isListening) return undefined
    // The session was read before: who may more, or less, by then, is given another tag.
    const { session_id: _session, ends_at: _end, confirmed_at: _proof, ...person } = caller
    const versions = [aboutUser(caller.id), ...facts].map((fact) => this.#news.versionOf(fact))
    const parts = [name, address, JSON.stringify(person), ...versions]
    return hash('sha256', parts.join(' '), 'base64url').slice(0, 22)
  }
}

/** `lasts`: in so many ms it is another answer, though nothing changes. */
export const tagOf = (version: string, lasts: number) =>
  `"${version}.${lasts === Number.POSITIVE_INFINITY ? '' : Math.floor((Date.now() + lasts) / 1_000)}"`

/** The tag of this version that a header names, if that answer is still true by the clock. */
export function tagStillTrue(header: string | undefined, version: string): string | undefined {
  return tagsOf(header).find((tag) => {
    const [, named, end] = /^"([\w-]+)\.(\d*)"$/.exec(tag) ?? []
    return named === version && (end === '' || Number(end) * 1_000 > Date.now())
  })
}

/** The tags of `If-Match` or `If-None-Match`, strong and weak alike. */
export const tagsOf = (header: string | undefined) =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** True if the header names this version: by a star, or by its tag in a list. */
export const matchesEtag = (header: string | undefined, etag: string) =>
  tagsOf(header).some((tag) => tag === '*' || tag === etag)
