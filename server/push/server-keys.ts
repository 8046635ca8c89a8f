import type { Database } from '#server/db/connect.ts'
import { ensureKeys } from './store.ts'
import { newServerKeys, type ServerKeys } from './vapid.ts'

declare module '#server/kontor.ts' {
  interface Kontor {
    /** VAPID keys, generated once per installation. */
    serverKeys: ServerKeys
  }
}

export const readServerKeys = (db: Database): Promise<ServerKeys> => ensureKeys(db, newServerKeys)
