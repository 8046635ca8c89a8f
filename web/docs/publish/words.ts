import type { OpenPlace } from '#contract/document/open-places.ts'
import { formatNumber } from '#web/ui/format.ts'

export const peopleInWords = (count: number) =>
  count === 1 ? 'eine Person' : `${formatNumber(count)} Personen`

/** What has been done; `isAgain`: it was published before. */
export function publishedFor(people: number, isAgain: boolean): string {
  if (people === 0) return `${isAgain ? 'Gespeichert' : 'Veröffentlicht'}. Noch sieht niemand den Prozess.`
  if (!isAgain) return `Veröffentlicht für ${peopleInWords(people)}`
  return `Gespeichert. ${people === 1 ? 'Eine Person sieht' : `${formatNumber(people)} Personen sehen`} den Prozess.`
}

type Audience = { people: number; without_access: number; fields: number }

/** Whom publishing would reach, in a sentence or three. */
export function audienceOf({ people, without_access, fields }: Audience): string {
  const all =
    people === 0
      ? without_access > 0
        ? 'Noch sieht niemand den Prozess so.'
        : 'Niemand sieht den Prozess so.'
      : people === 1
        ? 'Eine Person sieht den Prozess so.'
        : `${formatNumber(people)} Personen sehen den Prozess so.`
  const others =
    without_access === 0
      ? ''
      : without_access === 1
        ? ` Eine ${people === 0 ? 'Person' : 'weitere'} hat noch keinen Zugang.`
        : ` ${formatNumber(without_access)} ${people === 0 ? 'Personen' : 'weitere'} haben noch keinen Zugang.`
  return `${all}${others}${fields === 0 ? ' Er hat keine Felder: Es gibt nichts auszufüllen.' : ''}`
}

/** So many of them are named. */
const MOST_NAMED = 3

/** What of a template is still open, and where: 'An 7 Stellen …: „[Räume]“, „[Wer]“ in „Schlüssel“ und 4 weitere.' */
export function openPlacesInWords(places: readonly OpenPlace[]): string {
  const named = [...new Map(places.map((place) => [`${place.section}\n${place.text}`, place])).values()]
  const [shown, more] = [named.slice(0, MOST_NAMED), named.length - MOST_NAMED]
  const where = [...Map.groupBy(shown, ({ section }) => section)].map(
    ([section, own]) =>
      own.map(({ text }) => `„${text}“`).join(', ') +
      (section === '' || own.some(({ text }) => text === section) ? '' : ` in „${section}“`),
  )
  const others = more > 0 ? ` und ${formatNumber(more)} weitere` : ''
  const count = places.length === 1 ? 'einer Stelle' : `${formatNumber(places.length)} Stellen`
  return `An ${count} ist der Text noch offen: ${where.join('; ')}${others}. So lesen es dann alle.`
}
