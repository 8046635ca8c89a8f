import type pg from 'pg'
import { migrations } from '#server/db/migrate.ts'
import { type Finding, fine, wrong } from '../finding.ts'

/** Whether database and program belong together; a database that is further may mean things that this program gets wrong. */
export type SchemaState = { isEmpty: boolean; missing: string[]; unknown: string[] }

export async function schemaState(client: pg.Client): Promise<SchemaState> {
  const known = (await migrations()).map(({ name }) => name)
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('migrations') is not null as there`,
  )
  if (!there[0]?.there) return { isEmpty: true, missing: known, unknown: [] }
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const applied = rows.map(({ name }) => name)
  return {
    isEmpty: false,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

export function schemaFindings({ isEmpty, missing, unknown }: SchemaState): Finding[] {
  if (isEmpty) return [fine('Die Datenbank ist leer; der erste Start richtet sie ein.')]
  if (unknown.length > 0) return [wrong(sayNewer(unknown))]
  if (missing.length === 0) return [fine('Das Schema ist aktuell.')]
  const steps = missing.length === 1 ? 'einen Schritt' : `${missing.length} Schritte`
  return [fine(`Der nächste Start bringt das Schema ${steps} weiter.`)]
}

export const sayNewer = (unknown: string[]) =>
  `Die Datenbank ist weiter als diese Fassung (${unknown.join(', ')}). Bitte die neuere Fassung verwenden.`
