// Hands a mail to the server of the settings. The name and the certificate of that server are checked; without
// encryption nothing goes out unless the setting says so.
import type { Transporter } from 'nodemailer'
import type { MailAccess } from '#server/config.ts'
import { isMailAddress } from './address.ts'

export type Mail = { to: string; toName: string; subject: string; text: string }

/** Why a mail has not gone out, in a sentence for administrators; `isFinal`: the next try would end in the same way. */
export class Unsent extends Error {
  readonly isFinal: boolean
  readonly event = 'mail.unsent'

  constructor(sentence: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(sentence, { cause })
    this.isFinal = isFinal
  }
}

/** In ms, for each step: a server that keeps silent holds nobody up for long. */
const PATIENCE = 20_000
const ports: Record<string, number> = { 'smtps:': 465, 'smtp:': 587, 'smtp+plain:': 25 }

export async function sendMail(access: MailAccess, { to, toName, subject, text }: Mail) {
  if (!isMailAddress(to)) throw new Unsent('Die E-Mail-Adresse ist nicht gültig.', { isFinal: true })
  await withServer(access, (transport) =>
    transport.sendMail({
      from: access.from,
      to: { name: inOneLine(toName), address: to },
      subject: inOneLine(subject),
      text,
      // No answers from machines that are out of the office.
      headers: { 'Auto-Submitted': 'auto-generated' },
    }),
  )
}

/** Connects, encrypts and signs in, and sends nothing. */
export const verifyMailServer = (access: MailAccess) => withServer(access, (transport) => transport.verify())

async function withServer({ server }: MailAccess, work: (transport: Transporter) => Promise<unknown>) {
  const { protocol, hostname, port, username, password } = server
  // With the first mail: many servers send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (ports[protocol] as number),
    secure: protocol === 'smtps:',
    requireTLS: protocol === 'smtp:',
    ignoreTLS: protocol === 'smtp+plain:',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // Nothing of a mail is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await work(transport)
  } catch (error) {
    throw explained(error)
  } finally {
    transport.close()
  }
}

const inOneLine = (words: string) => words.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The words of a server are its own, and may be anything: people are told ours. */
function explained(error: unknown): Unsent {
  const {
    code,
    command,
    responseCode = 0,
  } = error as { code?: string; command?: string; responseCode?: number }
  if (code === 'EAUTH') return new Unsent('Der Mailserver nimmt die Anmeldung nicht an.', { cause: error })
  if (responseCode >= 500 && command === 'RCPT TO')
    return new Unsent('Der Mailserver nimmt die E-Mail-Adresse nicht an.', { isFinal: true, cause: error })
  if (isAboutCertificate(error))
    return new Unsent('Dem Zertifikat des Mailservers ist nicht zu trauen.', { cause: error })
  if (code === 'ETLS') return new Unsent('Der Mailserver bietet keine Verschlüsselung an.', { cause: error })
  if (responseCode > 0)
    return new Unsent('Der Mailserver nimmt die E-Mail gerade nicht an.', { cause: error })
  return new Unsent('Der Mailserver antwortet nicht.', { cause: error })
}

const isAboutCertificate = (error: unknown) =>
  /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/.test(
    [
      (error as { code?: unknown }).code,
      ((error as Error).cause as { code?: unknown } | undefined)?.code,
    ].join(' '),
  ) || /certificate|altnames/i.test(error instanceof Error ? error.message : '')
