// Sends a test mail synchronously, so that the result can be shown.
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { sendMail, UnsentMailError } from '#server/mail/send-mail.ts'
import { readEmail } from '#server/users/read-email.ts'
import { findMailAddress } from '#server/users/store.ts'

export async function sendTestMail(kontor: Kontor, caller: Caller, typed: string | null) {
  const { config, db, company } = kontor
  if (!config.mail) throw refuse('no_mail')
  const own = await findMailAddress(db, caller.id)
  const to = readEmail(typed) ?? own?.address
  if (!to)
    throw refuseInvalid(
      ['body', 'email'],
      'Bei Ihnen steht keine E-Mail-Adresse. Bitte geben Sie eine an.',
      'missing',
    )
  await sendMail(config.mail, {
    to,
    toName: '',
    subject: `Probe von ${company.name}`,
    text: `Guten Tag,\n\ndiese E-Mail zeigt, dass ${company.name} E-Mails senden kann. ${own?.display_name ?? ''} hat sie unter „Betrieb“ ausgelöst.\n`,
  }).catch((error: unknown) => {
    throw error instanceof UnsentMailError ? refuse('mail_unsent', error.message) : error
  })
  await audit(db, caller.id, 'mail.test', { domain: to.slice(to.lastIndexOf('@') + 1) })
}
