// Sends mails through the configured server. The name and certificate of the server are verified. Sending without
// encryption needs an explicit setting.
import type { Transporter } from 'nodemailer'
import type { MailAccess } from '#server/config.ts'
import { isMailAddress } from './address.ts'

export type Mail = { to: string; toName: string; subject: string; text: string }

/** Reason of a failure as a sentence for administrators; `isFinal`: a retry would fail too. */
export class UnsentMailError extends Error {
  readonly isFinal: boolean
  readonly event = 'mail.unsent'

  constructor(sentence: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(sentence, { cause })
    this.isFinal = isFinal
  }
}

/** Timeout of each step of a delivery, e.g. of connecting. */
const STEP_TIMEOUT_MS = 20_000
const ports: Record<string, number> = { 'smtps:': 465, 'smtp:': 587, 'smtp+plain:': 25 }

export async function sendMail(access: MailAccess, { to, toName, subject, text }: Mail) {
  if (!isMailAddress(to)) throw new UnsentMailError('Die E-Mail-Adresse ist nicht gültig.', { isFinal: true })
  await withServer(access, (transport) =>
    transport.sendMail({
      from: access.from,
      to: { name: inOneLine(toName), address: to },
      subject: inOneLine(subject),
      text,
      // Suppresses out-of-office replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    }),
  )
}

/** Connects, encrypts and authenticates without sending. */
export const verifyMailServer = (access: MailAccess) => withServer(access, (transport) => transport.verify())

async function withServer({ server }: MailAccess, work: (transport: Transporter) => Promise<unknown>) {
  const { protocol, hostname, port, username, password } = server
  // Loaded with the first mail, since many installations send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (ports[protocol] as number),
    secure: protocol === 'smtps:',
    requireTLS: protocol === 'smtp:',
    ignoreTLS: protocol === 'smtp+plain:',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    // Attachments must not come from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await work(transport)
  } catch (error) {
    throw toUnsentMailError(error)
  } finally {
    transport.close()
  }
}

const inOneLine = (words: string) => words.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The error contains one of our own sentences, never the remote server's text. */
function toUnsentMailError(error: unknown): UnsentMailError {
  const {
    code,
    command,
    responseCode = 0,
  } = error as { code?: string; command?: string; responseCode?: number }
  if (code === 'EAUTH')
    return new UnsentMailError('Der Mailserver nimmt die Anmeldung nicht an.', { cause: error })
  if (responseCode >= 500 && command === 'RCPT TO')
    return new UnsentMailError('Der Mailserver nimmt die E-Mail-Adresse nicht an.', {
      isFinal: true,
      cause: error,
    })
  if (isAboutCertificate(error))
    return new UnsentMailError('Dem Zertifikat des Mailservers ist nicht zu trauen.', { cause: error })
  if (code === 'ETLS')
    return new UnsentMailError('Der Mailserver bietet keine Verschlüsselung an.', { cause: error })
  if (responseCode > 0)
    return new UnsentMailError('Der Mailserver nimmt die E-Mail gerade nicht an.', { cause: error })
  return new UnsentMailError('Der Mailserver antwortet nicht.', { cause: error })
}

const isAboutCertificate = (error: unknown) =>
  /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/.test(
    [
      (error as { code?: unknown }).code,
      ((error as Error).cause as { code?: unknown } | undefined)?.code,
    ].join(' '),
  ) || /certificate|altnames/i.test(error instanceof Error ? error.message : '')
