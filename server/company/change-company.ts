// Name and logo of the company. The logo is re-encoded like every uploaded image.
import { maxAppNameLength } from '#contract/words/limits.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import { readName } from '#server/http/input/typed-name.ts'
import { reencodeUpload } from '#server/images/sent-image.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutCompany } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { setCompany } from './store.ts'

type CompanyChange = { name?: string | null; logo?: string | null }

export async function changeCompany(kontor: Kontor, by: Caller, { name: typed, logo: sent }: CompanyChange) {
  const name = typed === undefined ? {} : { name: typed === null ? null : checkName(typed) }
  const logo = sent === undefined ? {} : await convertLogo(kontor, by, sent)
  if (typed === undefined && sent === undefined) return
  await inTransaction(kontor, async (tx) => {
    await setCompany(tx, { ...name, ...logo })
    await audit(tx, by.id, 'company.change', {
      ...name,
      ...(sent !== undefined && { has_logo: sent !== null }),
    })
    changed(tx, aboutCompany)
  })
  // Waits for the new values, so that a request right after this response gets them.
  await kontor.company.read()
}

export const dismissFirstSteps = (kontor: Kontor, by: Caller, put_away: boolean) =>
  inTransaction(kontor, async (tx) => {
    await setCompany(tx, { steps_put_away: put_away })
    await audit(tx, by.id, 'company.steps', { put_away })
  })

/** Prefers the preview: its size is enough wherever the logo appears. */
async function convertLogo(kontor: Kontor, by: Caller, sent: string | null) {
  if (sent === null) return { logo: null, logo_type: null }
  const { type, bytes, small } = await reencodeUpload(kontor, by, sent, { small: true, field: 'logo' })
  return { logo: small ?? bytes, logo_type: type }
}

const nameProblems = {
  empty: 'Bitte geben Sie einen Namen ein.',
  unseen: 'Der Name enthält Zeichen, die man nicht sieht.',
  long: `Der Name darf höchstens ${maxAppNameLength} Zeichen lang sein.`,
}
function checkName(typed: string): string {
  const read = readName(typed, { longest: maxAppNameLength })
  if ('problem' in read) throw refuseInvalid(['body', 'name'], nameProblems[read.problem])
  return read.name
}
