import { formatCount } from '#web/ui/format.ts'

/** '12 Personen' */
export const peopleInWords = (count: number) => formatCount(count, 'Person', 'Personen')
