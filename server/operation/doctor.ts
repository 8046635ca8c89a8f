import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Config, settings } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { migrations } from '#server/db/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { backupFindings } from './backup-findings.ts'
import { type Opened, withClient, withDatabase } from './database.ts'
import { hintsFor } from './hints.ts'
import { queueFindings } from './queue-findings.ts'
import { type SameNames, sameNames } from './same-names.ts'

/** Looks at everything that the server needs, and says in a line each what is well, what is not, and what to look at. */
export type Finding = { fine: boolean; says: string; isHint?: true }

export async function doctor() {
  const findings = [runtime(), browserPart(), ...(await database())]
  for (const { fine, says, isHint } of findings)
    console.log(`${isHint ? 'HINWEIS' : fine ? '  gut  ' : ' FEHLT '}  ${says}`)
  console.log(`\nEinstellungen:\n${listSettings()}`)
  if (findings.some(({ fine }) => !fine)) process.exitCode = 1
}

function runtime(): Finding {
  return { fine: Number(process.versions.node.split('.')[0]) >= 26, says: `Node ${process.versions.node}` }
}

function browserPart(): Finding {
  const fine = existsSync(join(import.meta.dirname, '../../dist/web/index.html'))
  return { fine, says: fine ? 'Der Browserteil ist gebaut.' : 'Der Browserteil fehlt; „npm start“ baut ihn.' }
}

async function database(): Promise<Finding[]> {
  try {
    return await withDatabase(async (opened) => [
      ...(await withClient(opened, (client) => examine(client, opened))),
      ...(await queue(opened)),
      ...(opened.kind === 'external' ? [] : [await space(opened.config)]),
      ...hintsFor(opened.config).map((says): Finding => ({ fine: true, says, isHint: true })),
    ])
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [{ fine: false, says: error.message }]
  }
}

async function examine(client: pg.Client, { kind }: Opened): Promise<Finding[]> {
  const { rows } = await client.query<{
    version: number
    fsync: string
    german: boolean
    trigrams: boolean
    migrated: boolean
  }>(`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
      exists (select from pg_collation where collname = 'de-x-icu') as german,
      exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams,
      to_regclass('migrations') is not null as migrated`)
  const found = rows[0] as (typeof rows)[0]
  const where = { external: 'aus DATABASE_URL', running: 'mitgeliefert, läuft', started: 'mitgeliefert' }[
    kind
  ]
  return [
    { fine: found.version >= 150_000, says: `PostgreSQL ${Math.floor(found.version / 10_000)} (${where})` },
    { fine: found.fsync === 'on', says: `Bestätigtes liegt auf der Platte (fsync ${found.fsync})` },
    { fine: found.german, says: 'Deutsche Sortierung (de-x-icu)' },
    { fine: found.trigrams, says: 'Schnelle Suche (pg_trgm)' },
    ...(await schema(client, found.migrated)),
  ]
}

async function schema(client: pg.Client, migrated: boolean): Promise<Finding[]> {
  const all = await migrations()
  if (!migrated) return [{ fine: true, says: 'Die Datenbank ist leer; der erste Start richtet sie ein.' }]
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const missing = all.filter(({ name }) => !rows.some((row) => row.name === name))
  if (missing.length > 0) {
    const says = `Der nächste Start bringt das Schema ${missing.length} Schritte weiter.`
    return [{ fine: true, says }]
  }
  return [{ fine: true, says: 'Das Schema ist aktuell.' }, ...(await sameNames(client)).map(toTell)]
}

/** A database that is older than this version has no queue yet that we could read. */
async function queue({ config, connection, kind }: Opened): Promise<Finding[]> {
  const db = connect(connection, { connections: 1 })
  try {
    const { rows } = await sql<{
      there: boolean
    }>`select to_regclass('backups') is not null as there`.execute(db)
    if (!rows[0]?.there) return []
    return [...(await queueFindings(db, { runs: kind !== 'started' })), ...(await backupFindings(db, config))]
  } finally {
    await db.destroy()
  }
}

const toTell = ({ kind, names }: SameNames): Finding => ({
  fine: true,
  isHint: true,
  says: `${kind === 'users' ? 'Diese Benutzer' : 'Diese Gruppen'} heißen bis auf Groß- und Kleinschreibung gleich: ${names
    .map((name) => `„${name}“`)
    .join(', ')}. Bitte benennen Sie um.`,
})

/** Below this, in bytes, it is time to do something. */
const LITTLE = 1024 ** 3

async function space({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(existsSync(dataDir) ? dataDir : '.')
  const free = bavail * bsize
  return {
    fine: free > LITTLE,
    says: `Freier Platz im Datenordner: ${(free / 1024 ** 3).toFixed(1).replace('.', ',')} GB`,
  }
}

function listSettings() {
  return settings
    .map(({ name, secret, default: fallback }) => {
      const given = process.env[name] ?? (process.env[`${name}_FILE`] && `aus ${process.env[`${name}_FILE`]}`)
      const shown = given === undefined ? `${fallback ?? '–'} (Vorgabe)` : secret ? '(gesetzt)' : given
      return `  ${name.padEnd(20)} ${shown}`
    })
    .join('\n')
}
