// Compares answers of a node with the database.
import { isDeepStrictEqual } from 'node:util'
import type { ChatKind } from '#contract/chat.ts'
import type { Ask } from '#measure/ask.ts'
import type { Caller } from '#server/caller.ts'
import { listRooms } from '#server/chat/list-rooms.ts'
import { listOwnRooms } from '#server/chat/room-lists-store.ts'
import type { Database } from '#server/db/connect.ts'
import { maySeeDocCondition } from '#server/docs/may-see-store.ts'
import { maySeeHappeningCondition } from '#server/happenings/may-see-store.ts'
import type { Kontor } from '#server/kontor.ts'
import type { startNode } from '#server/testing/app.ts'
import { listGroupsOf } from '#server/users/store.ts'
import type { Person } from './history-changes.ts'

/** `lastAnswers`: the last answer for each person and path, as an app caches it. */
export type NodeClient = {
  ask: Ask
  close(): void
  find(cookie: string): Promise<Caller | undefined>
  lastAnswers: Map<string, { tag: string; text: string }>
}
/** `uncachedServer`: a server that receives no news and therefore caches nothing. */
type HistoryWorld = {
  kontor: Kontor
  places: readonly NodeClient[]
  uncachedServer: Awaited<ReturnType<typeof startNode>>
}
export type Asking = Person & { list: string }
export type Answers = readonly [groups: unknown, direct: unknown, current: unknown, list: unknown]

/**
 * Stands for 403 and 404. While somebody loses the last happening that they may see, the permission may still be there,
 * and the happening not any more.
 */
const REFUSED = 'refused'
const isRefusal = (status: number) => status === 403 || status === 404

const HAPPENINGS = '/happenings/?with_teams'
const DOCS = '/docs/?order_by'

export async function answers(place: NodeClient, { cookie, list }: Asking): Promise<Answers> {
  const [groups, direct, current, listed] = await Promise.all(
    ['/chat/groups/', '/chat/direct/', '/users/current/', list].map(async (path) => {
      const { status, text } = await askAgain(place, path, cookie)
      if (path === list && isRefusal(status)) return REFUSED
      if (status !== 200) throw new Error(`${path} is answered ${status} ${text}`)
      return JSON.parse(text) as unknown
    }),
  )
  const { groups: own, unread_chats, is_admin } = current as Record<string, unknown>
  return [groups, direct, { groups: own, unread_chats, is_admin }, withoutCounts(listed)]
}

/** Like the app, with the ETag of the last answer; every second time without, like a client without cache. */
async function askAgain({ ask, lastAnswers }: NodeClient, path: string, cookie: string) {
  const key = `${cookie} ${path}`
  const before = lastAnswers.get(key)
  lastAnswers.delete(key)
  const headers = before && { 'if-none-match': before.tag }
  const {
    status,
    text,
    headers: answered,
  } = await ask({ method: 'GET', path, cookie, ...(headers && { headers }) })
  if (before && status === 304) return { status: 200, text: before.text }
  if (!before && status === 200 && answered.etag) lastAnswers.set(key, { tag: answered.etag, text })
  return { status, text }
}

/** Read directly from the database. */
export async function truth(
  { kontor, places, uncachedServer }: HistoryWorld,
  { cookie, list: path }: Asking,
): Promise<Answers> {
  const by = (await places[0]?.find(cookie)) as Caller
  const caller = { ...by, is_admin: await isAdminNow(kontor.db, by.id) }
  const list = (kind: ChatKind) => listRooms(kontor, caller, kind, { show_hidden: false })
  const [groups, direct, own, rooms] = await Promise.all([
    list('groups'),
    list('direct'),
    listGroupsOf(kontor.db, by.id),
    listOwnRooms(kontor.db, caller),
  ])
  const unread_chats = rooms.some(({ unread }) => unread)
  const { statusCode, payload } = await uncachedServer.app.inject({
    method: 'GET',
    url: path,
    headers: { cookie },
  })
  const listed = isRefusal(statusCode) ? REFUSED : (JSON.parse(payload) as unknown)
  await requireSeen(kontor, caller, path, listed)
  return [groups, direct, { groups: own, unread_chats, is_admin: caller.is_admin }, withoutCounts(listed)]
}

/** Without the numbers of people that administrators see: in a list of documents they may be a minute old. */
function withoutCounts(listed: unknown) {
  const { items, ...rest } = (listed ?? {}) as {
    items?: { audience?: { people?: number; finished?: number } }[]
  }
  if (!items) return listed
  return {
    ...rest,
    items: items.map(({ audience, ...item }) => {
      const { people: _, finished: __, ...visibleTo } = audience ?? {}
      return audience ? { ...item, audience: visibleTo } : item
    }),
  }
}

/** Compares a list with the rule that decides about single records, which lists do not use. */
async function requireSeen(kontor: Kontor, by: Caller, path: string, listed: unknown) {
  const shown = ((listed as { items?: { id: number }[] }).items ?? []).map(({ id }) => id)
  const { db } = kontor
  const seen = path.startsWith(DOCS)
    ? await db.selectFrom('docs').where(maySeeDocCondition(by)).select('id').orderBy('id').execute()
    : path.startsWith(HAPPENINGS) && typeof listed === 'object'
      ? await db
          .selectFrom('happenings')
          .where(maySeeHappeningCondition(by))
          .select('id')
          .orderBy('id')
          .execute()
      : undefined
  // Long histories create more records than fit on a page.
  const most = Number(/per_page=(\d+)/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY)
  const ids = seen?.slice(0, most).map(({ id }) => id)
  if (ids && !isDeepStrictEqual(shown, ids))
    throw new Error(`${path} shows ${JSON.stringify(shown)} instead of ${JSON.stringify(ids)}`)
}

async function isAdminNow(db: Database, id: number): Promise<boolean> {
  const { is_admin } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select('is_admin')
    .executeTakeFirstOrThrow()
  return is_admin
}
