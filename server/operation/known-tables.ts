import { migrations } from '#server/db/migrate.ts'

/** The tables that these migrations make, by the names that they give them. */
export async function tablesOf(names: readonly string[]): Promise<string[]> {
  const tables = new Set(['migrations'])
  for (const { name, sql } of await migrations()) {
    if (!names.includes(name)) continue
    for (const [, verb, table] of sql.matchAll(/^(create|drop) table (?:if (?:not )?exists )?(\w+)/gm)) {
      if (verb === 'create') tables.add(table as string)
      else tables.delete(table as string)
    }
  }
  return [...tables]
}
