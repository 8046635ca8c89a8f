import type { Config } from './config.ts'
import { placeOf, readAddress } from './db/address.ts'
import { explainTls } from './db/explain-tls.ts'
import { isDatabaseGone } from './http/errors.ts'
import { StartError } from './start-error.ts'

/** Turns what goes wrong at the start into one sentence that says what to do. */

export function explainDatabase(error: unknown, { databaseUrl }: Config): unknown {
  if (error instanceof StartError) return error
  const { code, message } = error as { code?: string; message: string }
  const where =
    databaseUrl === undefined
      ? 'Die Datenbank'
      : `Die Datenbank aus DATABASE_URL (${placeOf(readAddress(databaseUrl))})`
  const tls = explainTls(error as Error)
  if (tls !== undefined) return new StartError(`${where} ${tls}`)
  if (code === '28P01' || code === '28000')
    return new StartError(`${where} weist den Namen oder das Passwort ab.`)
  if (code === '3D000')
    return new StartError(`${where} gibt es auf diesem Server nicht. Bitte legen Sie sie an.`)
  if (code === '42501') return new StartError(`${where} verweigert die nötigen Rechte: ${message}`)
  if (code === undefined && /SASL/.test(message)) return new StartError(`${where} verlangt ein Passwort.`)
  if (code === '25006') return new StartError(`${where} nimmt keine Änderungen an.`)
  if (isDatabaseGone(error as Error) || code !== undefined)
    return new StartError(`${where} antwortet nicht: ${whySilent(error as Error)}`)
  return error
}

/** What is known in German; the rest in the words of whoever has refused. */
export function whySilent(error: { code?: string; message: string; errors?: Error[] }): string {
  const { code, message } = (error.errors?.[0] ?? error) as { code?: string; message: string }
  if (code === '57P03') return 'sie startet gerade'
  if (code === '25006') return 'sie nimmt keine Änderungen an'
  if (code === '53300') return 'alle Verbindungen sind vergeben'
  if (code === 'ECONNREFUSED') return 'dort läuft kein PostgreSQL'
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
