import { formatDateTime } from '#web/ui/format.ts'

const DAY_MS = 86_400_000

/** 'Stand: heute, 14:32 Uhr', with the day in figures where it is neither today nor yesterday. Both in ms. */
export function standText(at: number, now = Date.now()): string {
  const [day, time] = [dayOf(at), formatDateTime(new Date(at)).slice(11, 16)]
  const word = day === dayOf(now) ? 'heute' : day === dayOf(now - DAY_MS) ? 'gestern' : day
  return `Stand: ${word}, ${time} Uhr`
}

/** As it is where the device is. */
const dayOf = (at: number) => formatDateTime(new Date(at)).slice(0, 10)
