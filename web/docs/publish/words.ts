import { formatNumber } from '#web/ui/format.ts'

export const peopleInWords = (count: number) =>
  count === 1 ? 'eine Person' : `${formatNumber(count)} Personen`

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
