import { formatNumber } from '#web/ui/format.ts'

/** '12 Personen' */
export const peopleInWords = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'Person' : 'Personen'}`
