// The server's own keys, made once and the same from then on: they are read once.
import type { Kontor } from '#server/kontor.ts'
import type { Cache } from '#server/live/cache.ts'
import { ensureKeys } from './store.ts'
import { newServerKeys, type ServerKeys } from './vapid.ts'

declare module '#server/kontor.ts' {
  interface Kontor {
    serverKeys: Cache<ServerKeys>
  }
}

const KEYS = 'keys'

export async function readKeys({ db, serverKeys }: Kontor): Promise<ServerKeys> {
  const entry = serverKeys.entry(KEYS, [])
  if (entry.known) return entry.known
  const keys = await ensureKeys(db, newServerKeys)
  entry.keep(keys)
  return keys
}
