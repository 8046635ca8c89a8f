import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Finding, hint } from '../finding.ts'

/** Databases and files that commands left behind when they were broken off. */
export async function leftoverDatabases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d
     where datname like 'kontor\\_pruefung\\_%' and not exists (select from pg_stat_activity a where a.datname = d.datname)
     order by datname`,
  )
  return rows.map(({ name }) => name)
}

/** Older than this, in ms: what is younger may be at work. */
const AT_WORK = 3_600_000

export function leftoverFiles(folders: readonly string[], now = Date.now()): string[] {
  return [...new Set(folders)].flatMap((folder) => {
    let names: string[]
    try {
      names = readdirSync(folder)
    } catch {
      return [] // not there, or not ours to look into
    }
    return names
      .filter((name) => name.endsWith('.unfertig') || /^postgres\.new-\d+$/.test(name))
      .map((name) => join(folder, name))
      .filter((path) => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > AT_WORK)
  })
}

export function leftoverFindings({ databases, files }: { databases: string[]; files: string[] }): Finding[] {
  return [
    ...databases.map((name) =>
      hint(
        `Von einer abgebrochenen Prüfung ist die Datenbank „${name}“ übrig. Sie kann weg: drop database ${name}`,
      ),
    ),
    ...files.map((path) => hint(`Von einem abgebrochenen Befehl ist „${path}“ übrig und kann weg.`)),
  ]
}
