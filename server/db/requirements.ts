// Requirements for an external PostgreSQL, as sentences for the start and for `doctor`.
import type pg from 'pg'

export type DatabaseFacts = {
  /** `version` as text, e.g. 15.4; `versionNumber` in PostgreSQL's notation, e.g. 150004. */
  version: string
  versionNumber: number
  encoding: string
  account: string
  database: string
  /** Null if no schema of the search path exists. */
  schema: string | null
  hasGermanOrder: boolean
  trigrams: 'installed' | 'available' | 'missing'
  mayExtend: boolean
  mayCreate: boolean
  /** Tables that the account cannot read or change, with their owners. */
  locked: { table: string; owner: string }[]
  hasTables: boolean
}

type Requirement = { isOk: boolean; text: string }

export async function readDatabaseFacts(client: pg.Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<DatabaseFacts>(`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_setting('server_encoding') as encoding,
      current_user::text as account, current_database()::text as database, current_schema()::text as schema,
      exists (select from pg_collation where collname = 'de-x-icu') as "hasGermanOrder",
      case when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
        when exists (select from pg_available_extensions where name = 'pg_trgm') then 'available'
        else 'missing' end as trigrams,
      has_database_privilege(current_database(), 'CREATE') as "mayExtend",
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate",
      coalesce((select json_agg(json_build_object('table', relname, 'owner', pg_get_userbyid(relowner)) order by relname)
        from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
          and exists (select from pg_class where relname = 'migrations' and relnamespace = current_schema()::regnamespace)
          and not (has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
            and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE'))), '[]') as locked,
      to_regclass('migrations') is not null as "hasTables"`)
  return rows[0] as DatabaseFacts
}

/** In the order in which to fix them. */
export function checkRequirements(facts: DatabaseFacts): Requirement[] {
  return [
    checkVersion(facts),
    checkEncoding(facts),
    checkGermanOrder(facts),
    checkTrigrams(facts),
    ...checkRights(facts),
  ]
}

const OLDEST_POSTGRES_MAJOR = 15

function checkVersion({ version, versionNumber }: DatabaseFacts): Requirement {
  const isOk = versionNumber >= OLDEST_POSTGRES_MAJOR * 10_000
  const text = `PostgreSQL ${version.split(' ')[0]}`
  return {
    isOk,
    text: isOk ? text : `${text} ist zu alt. Bitte PostgreSQL ${OLDEST_POSTGRES_MAJOR} oder neuer verwenden.`,
  }
}

function checkEncoding({ encoding, database, account }: DatabaseFacts): Requirement {
  if (encoding === 'UTF8') return { isOk: true, text: 'Zeichensatz UTF-8' }
  return {
    isOk: false,
    text: `Die Datenbank „${database}“ hat den Zeichensatz ${encoding}. Bitte eine mit UTF-8 anlegen: create database ${database}_neu owner ${account} encoding 'UTF8' locale 'C' template template0`,
  }
}

function checkGermanOrder({ hasGermanOrder }: DatabaseFacts): Requirement {
  if (hasGermanOrder) return { isOk: true, text: 'Deutsche Sortierung (de-x-icu)' }
  return {
    isOk: false,
    text: 'Diesem PostgreSQL fehlt die deutsche Sortierung (de-x-icu). Bitte eines verwenden, das mit ICU gebaut ist, wie die Pakete der Distributionen.',
  }
}

function checkTrigrams({ trigrams, mayExtend, database, account }: DatabaseFacts): Requirement {
  if (trigrams === 'missing') {
    return {
      isOk: false,
      text: 'Dem Datenbankserver fehlt die Erweiterung pg_trgm. Bitte dort installieren, unter Debian: apt-get install postgresql-contrib',
    }
  }
  if (trigrams === 'available' && !mayExtend) {
    return {
      isOk: false,
      text: `„${account}“ darf die Erweiterung pg_trgm nicht einrichten. Bitte als Verwalter der Datenbank ausführen: grant create on database ${database} to ${account}`,
    }
  }
  return { isOk: true, text: 'Schnelle Suche (pg_trgm)' }
}

function checkRights({
  account,
  database,
  schema,
  mayCreate,
  locked,
  hasTables,
}: DatabaseFacts): Requirement[] {
  const [first] = locked
  if (first) {
    const names = locked.slice(0, 3).map(({ table }) => `„${table}“`)
    return [
      {
        isOk: false,
        text: `„${account}“ darf ${names.join(', ')}${locked.length > 3 ? ` und ${locked.length - 3} weitere Tabellen` : ''} nicht lesen und ändern; der Besitzer ist „${first.owner}“. Bitte als Verwalter der Datenbank ausführen: reassign owned by ${first.owner} to ${account}`,
      },
    ]
  }
  if (schema === null) {
    return [
      {
        isOk: false,
        text: `In der Datenbank „${database}“ ist für „${account}“ kein Schema eingestellt, das es gibt. Bitte als Verwalter der Datenbank ausführen: create schema authorization ${account}`,
      },
    ]
  }
  if (mayCreate) return []
  return [
    {
      isOk: hasTables,
      text: hasTables
        ? `„${account}“ darf keine Tabellen anlegen: Die nächste Fassung kann ihr Schema nicht einrichten.`
        : `„${account}“ darf in „${database}“ keine Tabellen anlegen. Bitte als Verwalter der Datenbank ausführen: alter database ${database} owner to ${account}`,
    },
  ]
}
