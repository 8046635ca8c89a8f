// Compares the database's schema with this program.
import type pg from 'pg'
import { version } from '#server/version.ts'
import { compareVersions, toCurrentMigrationNames } from './releases.ts'

export type SchemaState = {
  isEmpty: boolean
  /** Too old to be migrated by this program. */
  isTooOld: boolean
  /** Migrations to apply at the next start. */
  missing: string[]
  /** Migrations of a newer release, each with the oldest release that runs on it, if known. */
  unknown: { name: string; needs: string | null }[]
}

/** `migrations`: those that this program contains. */
export async function readSchema(
  client: pg.Client,
  migrations: readonly { name: string }[],
): Promise<SchemaState> {
  const names = migrations.map(({ name }) => name)
  const there = await client.query<{ there: boolean }>(
    `select to_regclass('migrations') is not null as there`,
  )
  if (!there.rows[0]?.there) return { isEmpty: true, isTooOld: false, missing: names, unknown: [] }
  // Release 1.0 has no column `needs`; `to_jsonb` reads it as null there.
  const { rows } = await client.query<{ name: string; needs: string | null }>(
    `select name, to_jsonb(migrations)->>'needs' as needs from migrations order by name`,
  )
  const steps = toCurrentMigrationNames(rows.map(({ name }) => name))
  return {
    isEmpty: rows.length === 0,
    isTooOld: steps === undefined,
    missing: names.filter((name) => !steps?.includes(name)),
    unknown: rows.filter(({ name }) => steps?.includes(name) && !names.includes(name)),
  }
}

export const TOO_OLD_MESSAGE =
  'Die Datenbank ist von einer Fassung vor 1.1. Bitte zuerst auf 1.1 aktualisieren und einmal starten, dann auf diese.'

/**
 * The reason why this program must not run on the database, as a German sentence; undefined if it may. On a newer
 * schema this program might write to columns that have moved.
 */
export function explainSchemaRefusal(
  { isTooOld, unknown }: Pick<SchemaState, 'isTooOld' | 'unknown'>,
  own = version,
): string | undefined {
  if (isTooOld) return TOO_OLD_MESSAGE
  const foreign = unknown.filter(({ needs }) => needs === null || compareVersions(needs, own) > 0)
  if (foreign.length === 0) return undefined
  const needed = foreign.flatMap(({ needs }) => needs ?? []).sort(compareVersions)
  const least = needed.length === foreign.length ? `mindestens ${needed.at(-1)}` : 'eine neuere'
  const names = foreign.map(({ name }) => name).join(', ')
  return `Die Datenbank ist weiter als diese Fassung (${names}): Sie braucht ${least}, diese hier ist ${own}. Bitte die neuere Fassung verwenden.`
}
