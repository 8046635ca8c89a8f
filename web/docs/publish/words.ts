import type { OpenPlaceholder } from '#contract/document/open-places.ts'
import { formatNumber } from '#web/ui/format.ts'
import { withoutAccessInWords } from '../people/words.ts'

const peopleInWords = (count: number) => (count === 1 ? 'eine Person' : `${formatNumber(count)} Personen`)

/** Numbers of people: the audience, those of them who cannot sign in yet, and how many of these are invited. */
type AudienceCounts = { people: number; without_access: number; invited: number }

const forNobodySentence =
  'Für niemanden bestimmt: Es ist keine Gruppe gewählt, oder in den gewählten ist noch niemand.'

/** Toast after publishing. `isAgain`: the process was published before. */
export function publishedInWords({ people, ...others }: AudienceCounts, isAgain: boolean): string {
  const done = isAgain ? 'Gespeichert' : 'Veröffentlicht'
  if (people === 0) return `${done}. ${forNobodySentence}`
  const all = isAgain
    ? `${done}. Für ${peopleInWords(people)} bestimmt.`
    : `${done} für ${peopleInWords(people)}.`
  return [all, withoutAccessInWords(others)].filter(Boolean).join(' ')
}

export function audienceInWords({ people, fields, ...others }: AudienceCounts & { fields: number }): string {
  return [
    people === 0 ? forNobodySentence : `Für ${peopleInWords(people)} bestimmt.`,
    withoutAccessInWords(others),
    fields === 0 && 'Er hat keine Felder: Es gibt nichts auszufüllen.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Upper bound of listed places. */
const MAX_LISTED_PLACES = 3

/** 'An 7 Stellen …: „[Räume]“, „[Wer]“ in „Schlüssel“ und 4 weitere.' */
export function openPlacesInWords(places: readonly OpenPlaceholder[]): string {
  const named = [...new Map(places.map((place) => [`${place.section}\n${place.text}`, place])).values()]
  const [listed, more] = [named.slice(0, MAX_LISTED_PLACES), named.length - MAX_LISTED_PLACES]
  const where = [...Map.groupBy(listed, ({ section }) => section)].map(
    ([section, own]) =>
      own.map(({ text }) => `„${text}“`).join(', ') +
      (section === '' || own.some(({ text }) => text === section) ? '' : ` in „${section}“`),
  )
  const others = more > 0 ? ` und ${formatNumber(more)} weitere` : ''
  const count = places.length === 1 ? 'einer Stelle' : `${formatNumber(places.length)} Stellen`
  return `An ${count} ist der Text noch offen: ${where.join('; ')}${others}. So lesen es dann alle.`
}
