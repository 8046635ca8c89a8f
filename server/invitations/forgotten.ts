// „Passwort vergessen“. Whoever asks is told the same, as fast as anybody: whom the name means is looked up beside the
// request, by a job. How often it may be asked is counted by network and by what was typed, whether that exists or not.
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
import { listForgetful } from './store.ts'

export const FORGOTTEN = 'mail.forgotten'

/** A mailbox gets no second mail so soon after one, and stands for so many accounts at most. */
const limits = { minutes: 5, most: 5 }
/** Who waits longer has asked again. */
const LIFETIME_SECONDS = 3_600

export async function askForReset(kontor: Kontor, typed: string, address: string) {
  if (!kontor.config.mail) throw refuse('not_found')
  const account = foldCase(typed.trim())
  kontor.budgets.spend('forgotten', networkOf(address))
  kontor.budgets.spend('forgotten_name', account)
  await inTransaction(kontor, async (tx) => {
    await insertJob(tx, { kind: FORGOTTEN, key: account, payload: { account }, lifetime: LIFETIME_SECONDS })
    changed(tx, aboutJobs)
  })
}

export const forgottenJob: JobKind = {
  lane: 'mail',
  attempts: 3,
  run: (kontor, payload) =>
    inTransaction(kontor, async (tx) => {
      const people = await listForgetful(tx, payload['account'] as string, limits)
      if (people.length === 0) return
      await queueMails(tx, 'reset', people)
      for (const user_id of people) await audit(tx, null, 'user.reset_sent', { user_id })
    }),
}
