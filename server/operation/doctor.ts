import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { readConfig, settingsWithProviders } from '#server/config.ts'
import { findSettingText, type Setting } from '#server/config-kinds.ts'
import { connect, hasTable } from '#server/db/connect.ts'
import { clusterPathsFor } from '#server/db/embedded/cluster-paths.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { checkRequirements, readDatabaseFacts } from '#server/db/requirements.ts'
import { readSchema } from '#server/db/schema-state.ts'
import { StartError } from '#server/start-error.ts'
import { describeUnknownSetting, findUnknownSettings } from '#server/unknown-settings.ts'
import { version } from '#server/version.ts'
import { readFiguresInTime } from './all-nodes-store.ts'
import { backupFindings } from './checks/backups.ts'
import { clockFindings, readClock, sameNameFindings, schemaFindings } from './checks/database.ts'
import { mailFindings, plannerFindings, providerFindings, pushFindings } from './checks/elsewhere.ts'
import { hintsFor } from './checks/hints.ts'
import { foldersToLookIn, leftoverFiles, leftoverFindings } from './checks/leftovers.ts'
import { nodeFindings } from './checks/nodes.ts'
import { type OpenDatabase, withClient, withDatabase } from './database.ts'
import { listOpenDemoAccounts } from './demo-accounts.ts'
import { type Finding, fail, formatFindings, hint, pass } from './finding.ts'
import { readDiskSpace, sharedFindings } from './findings.ts'

/**
 * Checks everything the server needs and prints a line each: fine, broken, or worth attention. Changes nothing,
 * and contacts other machines only with --online.
 */
export async function doctor(args: string[] = []) {
  if (args.some((arg) => arg !== '--online'))
    throw new StartError('Aufruf: npm run kontor -- doctor [--online]')
  const findings = [
    runtimeFinding(),
    webBuildFinding(),
    ...findUnknownSettings(process.env).map((unknown) => fail(describeUnknownSetting(unknown))),
    ...(await databaseFindings()),
    ...(args.length > 0 ? await onlineFindings() : []),
  ]
  console.log(formatFindings(findings))
  console.log(`\nEinstellungen:\n${formatSettings()}`)
  if (findings.some(({ isOk }) => !isOk)) process.exitCode = 1
}

async function onlineFindings(): Promise<Finding[]> {
  const all = await Promise.all([mailAndProviderFindings(), pushFindings()])
  return all.flat()
}

/** Returns nothing for invalid settings, since another finding reports them. */
async function mailAndProviderFindings(): Promise<Finding[]> {
  try {
    const config = readConfig(process.env)
    return [...(await mailFindings(config)), ...(await providerFindings(config))]
  } catch (error) {
    if (error instanceof StartError) return []
    throw error
  }
}

function runtimeFinding(): Finding {
  const says = `Kontor ${version} mit Node ${process.versions.node}`
  return Number(process.versions.node.split('.')[0]) >= 26
    ? pass(says)
    : fail(`${says}; gebraucht wird Node 26 oder neuer.`)
}

function webBuildFinding(): Finding {
  const isBuilt = existsSync(join(import.meta.dirname, '../../dist/web/index.html'))
  return isBuilt ? pass('Der Browserteil ist gebaut.') : fail('Der Browserteil fehlt; „npm start“ baut ihn.')
}

/** A failure to open the database is a finding, too, so that the other checks still run. */
async function databaseFindings(): Promise<Finding[]> {
  try {
    return await withDatabase(async (opened) => [
      ...(await withClient(opened, (client) => databaseServerFindings(client, opened), {
        answerMs: ANSWER_TIMEOUT_MS,
      })),
      ...(await operationFindings(opened)),
      ...(await plannerFindings(opened.config)),
      ...hintsFor(opened.config).map(hint),
    ])
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [fail(error.message)]
  }
}

/** Short, since the database itself may be the problem. */
const ANSWER_TIMEOUT_MS = 3_000

async function databaseServerFindings(client: pg.Client, { config, kind }: OpenDatabase): Promise<Finding[]> {
  const where = { external: 'aus DATABASE_URL', running: 'mitgeliefert, läuft', started: 'mitgeliefert' }
  const { rows } = await client.query<{ fsync: string }>(`select current_setting('fsync') as fsync`)
  const [server, ...requirements] = checkRequirements(await readDatabaseFacts(client))
  const state = await readSchema(client, await readMigrations())
  const isCurrent = !state.isEmpty && state.missing.length === 0
  return [
    ...(server ? [{ ...server, text: `${server.text} (${where[kind]})` }] : []),
    ...requirements,
    rows[0]?.fsync === 'on'
      ? pass('Bestätigtes liegt auf der Platte (fsync on)')
      : fail('Bestätigtes liegt nicht sicher auf der Platte: Bitte in PostgreSQL fsync einschalten.'),
    ...schemaFindings(state),
    ...(isCurrent ? await sameNameFindings(client) : []),
    ...clockFindings(await readClock(client, config.timeZone)),
    ...leftoverFindings(leftoverFiles(foldersToLookIn(config))),
  ]
}

/** The figures of „Betrieb“ that are available without the server, and the nodes. */
async function operationFindings({ connection, kind, config }: OpenDatabase): Promise<Finding[]> {
  const db = connect(connection, { connections: 1 })
  try {
    if (!(await hasTable(db, 'nodes'))) return []
    const isOwn = kind !== 'external'
    const home = isOwn ? clusterPathsFor(config.dataDir).home : undefined
    const snapshot = await readFiguresInTime({ db, config })
    const findings = sharedFindings({
      known: snapshot === 'late' ? undefined : snapshot,
      // Waiting jobs are normal while no server runs.
      isServed: kind !== 'started',
      room: home === undefined ? undefined : await readDiskSpace(home),
      silent: [],
      hasPlanner: config.planner !== undefined,
      demo: await listOpenDemoAccounts(db),
      isOwnDatabase: isOwn,
    })
    return [
      ...(home === undefined ? [] : [pass(sayPlace(home, config.dataDir))]),
      ...findings
        .filter(({ key }) => key !== 'backup' || config.backupDir !== undefined)
        .map(({ name, value, sentence, look }) => (look ? fail : pass)(`${name}: ${value}. ${sentence}`)),
      ...(await backupFindings(db, config)),
      ...(await nodeFindings(db, config)),
    ]
  } finally {
    await db.destroy()
  }
}

const sayPlace = (home: string, dataDir: string) =>
  home === dataDir
    ? `Die Daten liegen in „${home}“.`
    : `Die Daten liegen in „${home}“ und nicht in „${dataDir}“, den ihr Benutzer nicht erreicht.`

function formatSettings() {
  const settings = settingsWithProviders(process.env)
  const width = Math.max(...settings.map(({ name }) => name.length))
  return settings.map((one) => `  ${one.name.padEnd(width)} ${formatEffectiveValue(one)}`).join('\n')
}

/** The value that the server would use, with its origin. Secrets are hidden. */
function formatEffectiveValue({ name, secret, default: fallback }: Setting): string {
  const problems: string[] = []
  const text = findSettingText(name, process.env, problems)
  const file = process.env[`${name}_FILE`]
  if (problems.length > 0) return '– (gilt nicht, siehe oben)'
  if (text === undefined) return `${fallback ?? '–'} (Vorgabe${file ? `; in ${file} steht nichts` : ''})`
  const value = secret ? '(gesetzt)' : text
  return file ? `${value} aus ${file}` : value
}
