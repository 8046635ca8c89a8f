// Tells somebody by mail that an administrator has removed what they signed in with beside their password.
import type { Tx } from '#server/db/connect.ts'
import { Final, type JobKind } from '#server/jobs/job-kind.ts'
import { insertJob } from '#server/jobs/store.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { sendMail, Unsent } from '#server/mail/send-mail.ts'
import { findMailAddress } from './store.ts'

export const FACTORS_REMOVED = 'mail.factors'

/** After two days it is no news any more. */
const LIFETIME_SECONDS = 172_800

export async function queueFactorsMail(tx: Tx, userId: number) {
  const payload = { user_id: userId }
  await insertJob(tx, {
    kind: FACTORS_REMOVED,
    key: String(userId),
    payload,
    lifetime: LIFETIME_SECONDS,
  })
  changed(tx, aboutJobs)
}

export const factorsRemovedJob: JobKind = {
  lane: 'mail',
  attempts: 16,
  async run({ db, config, company }, payload) {
    const { mail } = config
    const person = await findMailAddress(db, payload['user_id'] as number)
    if (!mail || !person?.address) return
    try {
      await sendMail(mail, {
        to: person.address,
        toName: person.display_name,
        subject: `Ihre Anmeldung bei ${company.name} wurde geändert`,
        text: `Guten Tag ${person.display_name},

ein Admin hat Ihre Passkeys und Einmalcodes für ${company.name} entfernt. Bis Sie neue einrichten, melden Sie sich nur mit Ihrem Passwort an:

${mail.base}/ui/profile

Haben Sie darum nicht gebeten? Dann sagen Sie es bitte gleich einem Admin Ihrer Firma.
`,
      })
    } catch (error) {
      if (error instanceof Unsent && error.isFinal) throw new Final(error.message, { cause: error })
      throw error
    }
  },
}
