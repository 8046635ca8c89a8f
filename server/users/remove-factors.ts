// Removes somebody's second factors, e.g. for a lost phone. The password alone then signs in, so the person is
// notified by every channel.
import { listPasskeys } from '#server/auth/passkeys/store.ts'
import { deleteFactors } from '#server/auth/second-factor/delete-factors.ts'
import { readCodeStatus } from '#server/auth/second-factor/store.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { notify } from '#server/push/notify.ts'
import { FACTORS_REMOVED_JOB_KIND, queueAccountMail } from './account-mails.ts'
import { userSentences } from './sentences.ts'
import { getUser } from './store.ts'

export async function readFactors({ db }: Kontor, id: number) {
  await getUser(db, id)
  const { codes_since } = await readCodeStatus(db, id)
  return { codes_since, passkeys: await listPasskeys(db, id) }
}

export async function removeFactors(kontor: Kontor, by: Caller, id: number) {
  await getUser(kontor.db, id)
  await inTransaction(kontor, async (tx) => {
    if (!(await deleteFactors(tx, by.id, id))) throw refuse('codes_are_off', userSentences.noFactors)
    await notify(tx, kontor, [id], {
      title: 'Anmeldung geändert',
      body: userSentences.factorsRemoved,
      path: '/ui/profile',
      tag: 'factors',
    })
    if (kontor.config.mail) await queueAccountMail(tx, FACTORS_REMOVED_JOB_KIND, id)
  })
}
