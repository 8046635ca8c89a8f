// All kinds of callers: one per rank, and callers whose session has ended or whose rank was lowered.
import { sql } from 'kysely'
import type { Access } from '#contract/endpoint.ts'
import { cast } from '#demo/cast.ts'
import type { Ask } from '#measure/ask.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { openSession } from '#server/testing/app.ts'

export type Rank = 'nobody' | 'staff' | 'happenings' | 'admin'
export type Caller = { name: string; rank: Rank; open(world: World): Promise<string | undefined> }
export type World = { kontor: Kontor; ask: Ask }

/** One caller per rank. */
export const ranks: Caller[] = [
  { name: 'nobody', rank: 'nobody', open: async () => undefined },
  { name: 'staff', rank: 'staff', open: ({ kontor }) => openSession(kontor, cast.anna) },
  {
    name: 'staff who see happenings',
    rank: 'happenings',
    open: ({ kontor }) => openSession(kontor, cast.bruno),
  },
  { name: 'an administrator', rank: 'admin', open: ({ kontor }) => openSession(kontor, cast.clara) },
]

export const callers: Caller[] = [
  ...ranks,
  { name: 'a session that was logged out', rank: 'nobody', open: loggedOut },
  {
    name: 'a session that has expired',
    rank: 'nobody',
    open: ({ kontor }) => openSession(kontor, cast.frieda, -1),
  },
  { name: 'a session of a deactivated user', rank: 'nobody', open: deactivated },
  { name: 'a session of a demoted administrator', rank: 'staff', open: demoted },
]

const height: Record<Rank | Access, number> = { nobody: 0, everyone: 0, staff: 1, happenings: 2, admin: 3 }

/** Expected result by a call's permission alone. */
export function expected(may: Access, rank: Rank): 'allowed' | 401 | 403 {
  if (height[rank] >= height[may]) return 'allowed'
  return rank === 'nobody' ? 401 : 403
}

/** Asks twice, so that the server has cached the session and the answer before either changes. */
async function makeKnown({ ask }: World, cookie: string) {
  for (let times = 0; times < 2; times++) await ask({ method: 'GET', path: '/users/current/', cookie })
}

async function loggedOut(world: World) {
  const cookie = await openSession(world.kontor, cast.elif)
  await makeKnown(world, cookie)
  await world.ask({ method: 'POST', path: '/auth/logout/', cookie })
  return cookie
}

async function deactivated(world: World) {
  await change(world.kontor, 'georg', { is_active: true })
  const cookie = await openSession(world.kontor, cast.georg)
  await makeKnown(world, cookie)
  await change(world.kontor, 'georg', { is_active: false })
  return cookie
}

async function demoted(world: World) {
  await change(world.kontor, 'david', { is_admin: true })
  const cookie = await openSession(world.kontor, cast.david)
  await makeKnown(world, cookie)
  await change(world.kontor, 'david', { is_admin: false })
  return cookie
}

type Change = { is_active?: boolean; is_admin?: boolean; username?: string }

/** Like the rules of the server: the change and its news are in one transaction. */
async function change(kontor: Kontor, username: string, values: Change) {
  await inTransaction(kontor, async (tx) => {
    const { id } = await tx
      .updateTable('users')
      .set(values)
      .where('username_key', '=', sql<string>`name_key(${username})`)
      .returning('id')
      .executeTakeFirstOrThrow()
    changed(tx, aboutUser(id))
  })
}
