// Translates start failures into one sentence with a remedy.
import type pg from 'pg'
import type { Config } from './config.ts'
import { displayAddress, parseAddress } from './db/address.ts'
import { isDatabaseGone } from './db/database-gone.ts'
import { toStartError } from './db/embedded/trouble.ts'
import { explainTls } from './db/explain-tls.ts'
import { MigrationError } from './db/migration-error.ts'
import { checkRequirements, readDatabaseFacts } from './db/requirements.ts'
import { StartError } from './start-error.ts'

type StartLocation = { databaseUrl?: string | undefined; dataDir?: string }
type StartFailure = { code?: string; message: string; cause?: unknown }

/** Lists everything that an external PostgreSQL lacks, before anything is changed in it. */
export async function requireFitDatabase(client: pg.Client, { databaseUrl }: StartLocation) {
  const missing = checkRequirements(await readDatabaseFacts(client)).filter(({ isOk }) => !isOk)
  if (missing.length === 0) return
  const where = databaseUrl === undefined ? '' : ` (${displayAddress(parseAddress(databaseUrl))})`
  throw new StartError(
    [
      `In der Datenbank aus DATABASE_URL${where} kann Kontor so nicht laufen:`,
      ...missing.map(({ text }) => text),
    ].join('\n'),
  )
}

export function explainDatabase(error: unknown, { databaseUrl, dataDir }: StartLocation): unknown {
  if (error instanceof StartError) return error
  if (error instanceof MigrationError && error.reason === 'changed')
    return new StartError(
      `Der Schritt „${error.migration}“ des Schemas sieht in dieser Fassung anders aus als in der, die die Datenbank eingerichtet hat. Bitte die unveränderte Fassung verwenden (git status).`,
    )
  const step = error instanceof MigrationError ? error.migration : undefined
  const { code, message } = (step === undefined ? error : (error as StartFailure).cause) as StartFailure
  const isOwn = databaseUrl === undefined
  const where = isOwn
    ? 'Die Datenbank'
    : `Die Datenbank aus DATABASE_URL (${displayAddress(parseAddress(databaseUrl))})`
  // Files of the database folder are missing or moved.
  if (isOwn && /^(3D000|58P01|XX001|XX002)$/.test(code ?? '')) return toStartError(message, dataDir ?? '')
  const tls = explainTls(error as Error)
  if (tls !== undefined) return new StartError(`${where} ${tls}`)
  if (/no pg_hba\.conf entry/.test(message))
    return new StartError(
      `${where} lässt diesen Rechner oder Benutzer nicht zu (pg_hba.conf des Datenbankservers).`,
    )
  const sentence = sqlStateSentences[code ?? '']
  if (sentence) return new StartError(`${where} ${sentence(message)}`, { cause: error })
  if (code === undefined && /SASL/.test(message)) return new StartError(`${where} verlangt ein Passwort.`)
  if (step !== undefined && code !== undefined && !isDatabaseGone({ code, message }))
    return new StartError(
      `${where} nimmt den Schritt „${step}“ des Schemas nicht an (${message}). Sie ist, wie sie war.`,
      { cause: error },
    )
  if (isDatabaseGone(error as Error) || isDatabaseGone({ code, message }) || code !== undefined)
    return new StartError(
      `${where} antwortet nicht: ${explainConnectionFailure({ code, message, errors: (error as AggregateError).errors as Error[] | undefined })}`,
      {
        cause: error,
      },
    )
  return error
}

const sqlStateSentences: Record<string, (message: string) => string> = {
  '28P01': () => 'weist den Namen oder das Passwort ab.',
  '28000': () => 'weist den Namen oder das Passwort ab.',
  '3D000': () => 'gibt es auf diesem Server nicht. Bitte legen Sie sie an.',
  '42501': (message) =>
    `verweigert die nötigen Rechte (${message}). Der Benutzer aus DATABASE_URL muss Besitzer der Datenbank und ihrer Tabellen sein.`,
  '53100': () => 'hat keinen Platz mehr auf ihrem Datenträger. Bitte Platz schaffen.',
  '53300': () =>
    'nimmt keine weitere Verbindung an. Bitte max_connections erhöhen oder weniger Server daran anschließen.',
  '25006': () => 'lässt sich nur lesen. Bitte den Server nennen, auf den geschrieben wird.',
}

/** Known reasons in German; other messages of the driver stay unchanged. */
export function explainConnectionFailure(error: {
  code?: string | undefined
  message: string
  errors?: Error[] | undefined
}): string {
  const { code, message } = (error.errors?.[0] ?? error) as { code?: string; message: string }
  if (code === '57P03') return 'sie startet gerade'
  if (code === '25006') return 'sie nimmt keine Änderungen an'
  if (code === '53300') return 'alle Verbindungen sind vergeben'
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'dort läuft kein PostgreSQL'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'diesen Rechner gibt es nicht'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'der Rechner ist nicht zu erreichen'
  if (message.startsWith('Query read timeout')) return 'eine Frage blieb ohne Antwort'
  if (message.startsWith('Connection terminated')) return 'die Verbindung brach ab'
  return message || (code ?? 'ohne Angabe von Gründen')
}

export function explainListen(error: unknown, { port, host }: Config): unknown {
  switch ((error as { code?: string }).code) {
    case 'EADDRINUSE':
      return new StartError(`Der Port ${port} ist schon belegt. Bitte wählen Sie mit PORT einen anderen.`)
    case 'EACCES':
      return new StartError(
        `Der Port ${port} darf nicht benutzt werden. Bitte wählen Sie mit PORT einen über 1023.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`Die Adresse „${host}“ aus HOST gibt es auf dieser Maschine nicht.`)
    default:
      return error
  }
}
