import { counted } from '#web/ui/format.ts'

/** '12 Personen' */
export const peopleInWords = (count: number) => counted(count, 'Person', 'Personen')
