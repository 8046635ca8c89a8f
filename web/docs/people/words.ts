import type { LeftOut } from '#contract/publishing.ts'
import { formatNumber } from '#web/ui/format.ts'

export type Reminded = { reminded: number; mailed: number; left_out: LeftOut }

/** How many were reminded, and how many not and why: a sentence each. */
export function remindedInWords({ reminded, mailed, left_out }: Reminded): string[] {
  const { finished, today, not_asked, oneself } = left_out
  return [
    reminded === 0
      ? 'Niemand wurde erinnert.'
      : `${people(reminded)} erinnert${mailed > 0 ? `, davon ${formatNumber(mailed)} auch per E-Mail` : ''}.`,
    today > 0 && `${people(today)} nicht: heute schon erinnert.`,
    finished > 0 && `${people(finished)} nicht: schon fertig.`,
    not_asked > 0 && `${people(not_asked)} nicht: sieht den Prozess nicht mehr oder hat keinen Zugang.`,
    oneself > 0 && 'Sie selbst fehlen auch noch.',
  ].filter((sentence) => sentence !== false)
}

const people = (count: number) => (count === 1 ? 'Eine Person' : `${formatNumber(count)} Personen`)
