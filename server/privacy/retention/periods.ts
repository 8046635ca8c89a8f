// Retention periods as set by administrators, and a preview of what they would delete.
import type { RetentionKind } from '#contract/privacy.ts'
import { retentionKinds, retentionNouns } from '#contract/words/retention.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { refuseAllInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { rules } from './kinds.ts'
import { countOld, cutoffOf, listMonths, setMonths } from './store.ts'

type RetentionPeriods = Partial<Record<RetentionKind, number | undefined>>

export async function readRetention({ db }: Kontor) {
  const set = await listMonths(db)
  return {
    items: retentionKinds.map((kind) => {
      const { title, says, usual, least } = rules[kind]
      const row = set.get(kind)
      return {
        kind,
        title,
        says,
        usual,
        least,
        months: row?.months ?? usual,
        ran_on: row?.ran_on ?? null,
        removed: row?.removed ?? 0,
      }
    }),
  }
}

/** The next clean-up after midnight deletes; this call deletes nothing. */
export async function setRetention(kontor: Kontor, by: Caller, periods: RetentionPeriods) {
  const wanted = checkPeriods(periods)
  await inTransaction(kontor, async (tx) => {
    const set = await listMonths(tx)
    const news = wanted.filter(([kind, months]) => (set.get(kind)?.months ?? rules[kind].usual) !== months)
    if (news.length === 0) return
    for (const [kind, months] of news) await setMonths(tx, kind, months)
    await audit(tx, by.id, 'retention.change', Object.fromEntries(news))
  })
}

export async function previewRetention({ db, config }: Kontor, periods: RetentionPeriods) {
  const wanted = new Map(checkPeriods(periods))
  const set = await listMonths(db)
  const items = []
  for (const kind of retentionKinds) {
    const months = wanted.get(kind) ?? set.get(kind)?.months ?? rules[kind].usual
    items.push({ kind, ...(await previewDeletion(db, kind, months, config.timeZone)) })
  }
  return { items }
}

/** Preview of the next clean-up; for people an upper bound, since those with unsent times are skipped. */
async function previewDeletion(db: Database, kind: RetentionKind, months: number, timeZone: string) {
  if (months === 0) return { count: 0, before: null, sentence: 'Bleibt.' }
  const { count, before } = await countOld(db, rules[kind].old, cutoffOf(months))
  const day = before.toLocaleDateString('de-DE', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  const what = `${count.toLocaleString('de-DE')} ${retentionNouns[kind][count === 1 ? 0 : 1]}`
  const sentence =
    count === 0
      ? `Heute nichts: Nichts davon ist vom ${day} oder älter.`
      : kind === 'deactivated'
        ? `Würde heute anonymisieren: höchstens ${what}, seit ${day} oder länger. Wer noch nicht gesendete Zeiten hat, wartet.`
        : `Würde heute löschen: ${what} bis ${day}.`
  return { count, before, sentence }
}

/** Validates the periods against their minimum. */
function checkPeriods(periods: RetentionPeriods): [RetentionKind, number][] {
  const wanted = retentionKinds.flatMap((kind): [RetentionKind, number][] =>
    periods[kind] === undefined ? [] : [[kind, periods[kind]]],
  )
  const problems = wanted.flatMap(([kind, months]) => {
    const { title, least } = rules[kind]
    if (months === 0 || months >= least) return []
    const msg = `„${title}“ lässt sich frühestens nach ${least === 1 ? 'einem Monat' : `${least} Monaten`} löschen; 0 heißt nie.`
    return [{ loc: ['body', kind], msg, type: 'minimum' }]
  })
  if (problems.length > 0) throw refuseAllInvalid(problems)
  return wanted
}
