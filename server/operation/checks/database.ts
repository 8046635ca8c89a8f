// Checks of the database: schema, names that differ only by case, clock and time zones.
import type pg from 'pg'
import { explainSchemaRefusal, type SchemaState } from '#server/db/schema-state.ts'
import { type Finding, fail, hint, pass } from '../finding.ts'

export function schemaFindings(state: SchemaState): Finding[] {
  if (state.isEmpty) return [pass('Die Datenbank ist leer; der erste Start richtet sie ein.')]
  const refusal = explainSchemaRefusal(state)
  if (refusal !== undefined) return [fail(refusal)]
  const { missing, unknown } = state
  if (missing.length > 0) return [pass(`Der nächste Start bringt das Schema ${stepsOf(missing)} weiter.`)]
  if (unknown.length === 0) return [pass('Das Schema ist aktuell.')]
  return [pass(`Das Schema ist ${stepsOf(unknown)} weiter als diese Fassung, die noch damit auskommt.`)]
}

const stepsOf = ({ length }: readonly unknown[]) => (length === 1 ? 'einen Schritt' : `${length} Schritte`)

/** Users or groups whose names differ only by case, from the time when 'Straße' and 'STRASSE' were distinct. */
export async function sameNameFindings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ kind: 'users' | 'groups'; names: string[] }>(`
    select 'users' as kind, array_agg(username order by id) as names from users
      group by username_folded having count(*) > 1
    union all
    select 'groups', array_agg(name order by id) from groups group by name_folded having count(*) > 1
    order by kind desc, names`)
  return rows.map(({ kind, names }) =>
    hint(
      `${kind === 'users' ? 'Diese Benutzer' : 'Diese Gruppen'} heißen bis auf Groß- und Kleinschreibung gleich: ${names
        .map((name) => `„${name}“`)
        .join(', ')}. Bitte benennen Sie um.`,
    ),
  )
}

type ClockReading = {
  /** In ms; positive if the database is ahead. */
  ahead: number
  timeZone: string
  /** True if PostgreSQL knows the company's time zone. */
  knowsZone: boolean
}

export async function readClock(client: pg.Client, timeZone: string): Promise<ClockReading> {
  const begin = Date.now()
  const { rows } = await client.query<{ now: Date }>(`select clock_timestamp() as now`)
  const here = (begin + Date.now()) / 2
  return {
    ahead: +(rows[0]?.now ?? here) - here,
    timeZone,
    knowsZone: await knowsZone(client, timeZone),
  }
}

/** Tested by use, since listing all zones reads hundreds of files. */
async function knowsZone(client: pg.Client, timeZone: string): Promise<boolean> {
  try {
    await client.query('select now() at time zone $1', [timeZone])
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '22023') return false
    throw error
  }
}

/**
 * Differences of two clocks. Up to NEGLIGIBLE_SKEW_MS both may be right; above WRONG_SKEW_MS users see wrong
 * times.
 */
const NEGLIGIBLE_SKEW_MS = 2_000
const WRONG_SKEW_MS = 30_000

export function clockFindings({ ahead, timeZone, knowsZone }: ClockReading, now = new Date()): Finding[] {
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  const apart = `Die Uhr der Datenbank geht ${seconds} Sekunden ${ahead > 0 ? 'vor' : 'nach'}, verglichen mit diesem Rechner. Bitte beide mit einem Zeitserver stellen (NTP).`
  const local = now.toLocaleString('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return [
    Math.abs(ahead) > WRONG_SKEW_MS
      ? fail(apart)
      : Math.abs(ahead) > NEGLIGIBLE_SKEW_MS
        ? hint(apart)
        : pass('Die Uhr der Datenbank geht wie die dieses Rechners.'),
    knowsZone
      ? pass(`Zeitzone ${timeZone}: ${local}`)
      : fail(
          `Die Zeitzone „${timeZone}“ kennt die Datenbank nicht. Bitte TIME_ZONE prüfen oder dort tzdata erneuern.`,
        ),
  ]
}
