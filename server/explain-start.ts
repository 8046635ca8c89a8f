import type { Config } from './config.ts'
import { isDatabaseGone } from './http/errors.ts'
import { StartError } from './start-error.ts'

/** Turns what goes wrong at the start into one sentence that says what to do. */

export function explainDatabase(
  error: unknown,
  { databaseUrl }: { databaseUrl?: string | undefined },
): unknown {
  const { code, message } = error as { code?: string; message: string }
  const where =
    databaseUrl === undefined
      ? 'Die Datenbank'
      : `Die Datenbank aus DATABASE_URL (${withoutPassword(databaseUrl)})`
  if (code === '28P01' || code === '28000')
    return new StartError(`${where} weist den Namen oder das Passwort ab.`)
  if (code === '3D000')
    return new StartError(`${where} gibt es auf diesem Server nicht. Bitte legen Sie sie an.`)
  if (code === '42501') return new StartError(`${where} verweigert die nötigen Rechte: ${message}`)
  if (code === undefined && /SASL/.test(message)) return new StartError(`${where} verlangt ein Passwort.`)
  if (isDatabaseGone(error as Error) || code !== undefined)
    return new StartError(`${where} antwortet nicht: ${message || code}`)
  return error
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

function withoutPassword(url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed ? `${parsed.host}${parsed.pathname}` : 'nicht lesbar'
}
