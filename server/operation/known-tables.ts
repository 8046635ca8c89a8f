import { readMigrations } from '#server/db/migrate.ts'

/** Names of the tables that these migrations create. */
export async function tablesOfMigrations(names: readonly string[]): Promise<string[]> {
  const tables = new Set(['migrations'])
  for (const { name, sql } of await readMigrations()) {
    if (!names.includes(name)) continue
    for (const [, verb, table] of sql.matchAll(/^(create|drop) table (?:if (?:not )?exists )?(\w+)/gm)) {
      if (verb === 'create') tables.add(table as string)
      else tables.delete(table as string)
    }
  }
  return [...tables]
}
