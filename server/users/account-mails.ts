// Mails about changed sign-in data, with advice if the change was not intended.
import type { MailAccess } from '#server/config.ts'
import type { Tx } from '#server/db/connect.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { insertJob } from '#server/jobs/store.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { type Mail, sendMail } from '#server/mail/send-mail.ts'
import { findMailAddress } from './store.ts'

export const FACTORS_REMOVED_JOB_KIND = 'mail.factors'
export const PASSWORD_CHANGED_JOB_KIND = 'mail.password'
export const PROVIDER_LINKED_JOB_KIND = 'mail.linked'
type AccountMailKind =
  | typeof FACTORS_REMOVED_JOB_KIND
  | typeof PASSWORD_CHANGED_JOB_KIND
  | typeof PROVIDER_LINKED_JOB_KIND

/** In seconds; a mail that is unsent after this time is dropped. */
const LIFETIME_SECONDS = 172_800

export async function queueAccountMail(tx: Tx, kind: AccountMailKind, userId: number) {
  const payload = { user_id: userId }
  await insertJob(tx, { kind, key: String(userId), payload, lifetime: LIFETIME_SECONDS })
  changed(tx, aboutJobs)
}

type MailTemplate = (names: {
  person: string
  company: string
  base: MailAccess['base']
}) => Pick<Mail, 'subject' | 'text'>

const defineAccountMailJob = (words: MailTemplate): JobKind => ({
  lane: 'mail',
  attempts: 16,
  async run({ db, config, company }, payload) {
    const { mail } = config
    const person = await findMailAddress(db, payload['user_id'] as number)
    if (!mail || !person?.address) return
    const names = { person: person.display_name, company: company.name, base: mail.base }
    await sendMail(mail, { to: person.address, toName: person.display_name, ...words(names) })
  },
})

export const factorsRemovedJob = defineAccountMailJob(({ person, company, base }) => ({
  subject: `Ihre Anmeldung bei ${company} wurde geändert`,
  text: `Guten Tag ${person},

ein Admin hat Ihre Passkeys und Einmalcodes für ${company} entfernt. Bis Sie neue einrichten, melden Sie sich nur mit Ihrem Passwort an:

${base}/ui/profile

Haben Sie darum nicht gebeten? Dann sagen Sie es bitte gleich einem Admin Ihrer Firma.
`,
}))

export const passwordChangedJob = defineAccountMailJob(({ person, company, base }) => ({
  subject: `Ihr Passwort bei ${company} wurde geändert`,
  text: `Guten Tag ${person},

Ihr Passwort wurde geändert. Auf Ihren anderen Geräten müssen Sie sich damit neu anmelden.

Waren Sie das nicht? Dann wählen Sie auf der Anmeldeseite „Passwort vergessen?“, legen Sie ein neues fest, und sagen Sie es bitte gleich einem Admin Ihrer Firma:

${base}/ui/login
`,
}))

export const providerLinkedJob = defineAccountMailJob(({ person, company, base }) => ({
  subject: `Ihr Konto bei ${company} wurde verbunden`,
  text: `Guten Tag ${person},

Ihr Konto ist jetzt mit der Anmeldung bei einem Anbieter verbunden. Wer sich dort anmeldet, kommt ohne Passwort hinein.

Waren Sie das nicht? Dann lösen Sie die Verbindung in Ihrem Profil, ändern Sie Ihr Passwort, und sagen Sie es bitte gleich einem Admin Ihrer Firma:

${base}/ui/profile
`,
}))
