// „Passwort vergessen“. The response does not reveal whether an account exists: it is always the same and equally
// fast, because the name is looked up in a background job. Attempts are limited by network and by the typed text,
// whether an account matches or not.
import { audit } from '#server/audit/audit.ts'
import { foldCase } from '#server/db/fold-case.ts'
import { networkOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { queueMails } from './mail-links.ts'
import { listResetRecipients } from './store.ts'

export const FORGOTTEN_PASSWORD_JOB_KIND = 'mail.forgotten'

/** Minimum minutes between two mails to an account, and maximum number of accounts of a mailbox. */
const resetMailLimits = { minutes: 5, most: 5 }
/** A job that waits longer expires: the person will have asked again. */
const LIFETIME_SECONDS = 3_600

export async function askForReset(kontor: Kontor, typed: string, address: string) {
  if (!kontor.config.mail) throw refuse('not_found')
  const account = foldCase(typed.trim())
  kontor.budgets.spend('forgotten', networkOf(address))
  kontor.budgets.spend('forgotten_name', account)
  await inTransaction(kontor, async (tx) => {
    await insertJob(tx, {
      kind: FORGOTTEN_PASSWORD_JOB_KIND,
      key: account,
      payload: { account },
      lifetime: LIFETIME_SECONDS,
    })
    changed(tx, aboutJobs)
  })
}

export const forgottenPasswordJob: JobKind = {
  lane: 'mail',
  attempts: 3,
  run: (kontor, payload) =>
    inTransaction(kontor, async (tx) => {
      const people = await listResetRecipients(tx, payload['account'] as string, resetMailLimits)
      if (people.length === 0) return
      await queueMails(tx, 'reset', people)
      for (const user_id of people) await audit(tx, null, 'user.reset_sent', { user_id })
    }),
}
