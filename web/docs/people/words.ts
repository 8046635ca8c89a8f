import type { DocPeople, SkippedReminders } from '#contract/publishing.ts'
import { formatNumber } from '#web/ui/format.ts'

export type ReminderResult = { reminded: number; mailed: number; left_out: SkippedReminders }

/** Result of a reminder, a sentence per group. */
export const remindedInWords = ({ reminded, mailed, left_out }: ReminderResult): string[] => [
  reminded === 0
    ? 'Niemand wurde erinnert.'
    : `${peopleInWords(reminded)} erinnert${mailed > 0 ? `, davon ${formatNumber(mailed)} auch per E-Mail` : ''}.`,
  ...leftOutInWords(left_out),
]

export function leftOutInWords({
  today,
  finished,
  not_asked,
  oneself,
  without_access,
}: SkippedReminders): string[] {
  return [
    today > 0 && `${peopleInWords(today)} ${today === 1 ? 'wurde' : 'wurden'} heute schon erinnert.`,
    finished > 0 && `${peopleInWords(finished)} ${finished === 1 ? 'ist' : 'sind'} schon fertig.`,
    not_asked > 0 &&
      `${peopleInWords(not_asked)} ${not_asked === 1 ? 'sieht' : 'sehen'} den Prozess nicht mehr.`,
    without_access > 0 &&
      `${peopleInWords(without_access)} ${without_access === 1 ? 'hat' : 'haben'} noch keinen Zugang: Eine Erinnerung erreicht ${without_access === 1 ? 'sie' : 'diese'} nicht.`,
    oneself > 0 && 'Sie selbst fehlen auch noch.',
  ].filter((sentence) => sentence !== false)
}

/** Label of the button to remind everybody. */
export const remindButtonText = ({ people: count }: DocPeople['to_remind']) =>
  count === 0 ? 'Alle erinnern' : `${peopleInWords(count)} erinnern`

/** Sentence about unfinished people who get no reminder. */
export const notRemindedInWords = ({ today, oneself }: DocPeople['to_remind']) =>
  leftOutInWords({ today, oneself, finished: 0, not_asked: 0, without_access: 0 }).join(' ')

/** People without access, a sentence for the invited and the others. */
export const withoutAccessInWords = ({
  without_access,
  invited,
}: {
  without_access: number
  invited: number
}) =>
  [
    invited > 0 && `${peopleAreInWords(invited)} eingeladen und noch nicht angemeldet.`,
    without_access > invited && `${peopleAreInWords(without_access - invited)} noch ohne Zugang.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')

const peopleAreInWords = (count: number) => (count === 1 ? 'Eine Person ist' : `${formatNumber(count)} sind`)

const peopleInWords = (count: number) => (count === 1 ? 'Eine Person' : `${formatNumber(count)} Personen`)
