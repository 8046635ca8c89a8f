/** Days between which happenings are taken over, both included. */
const DAY = 86_400_000
const SHORTER_THAN = 336 * 3_600_000

/** What is wrong with a window, before the server is asked: it judges by the same sentences. */
export function windowProblem(start: string | null, end: string | null): string | undefined {
  if (!start || !end) return 'Bitte ein Start- und Enddatum angeben.'
  const span = Date.parse(end) - Date.parse(start)
  if (span < 0) return 'Das Startdatum muss vor dem Enddatum liegen.'
  if (span >= SHORTER_THAN) return 'Der Zeitraum muss kleiner als 14 Tage sein.'
  return undefined
}

/** The window of the same length that begins the day after. */
export function windowAfter(start: string, end: string): [start: string, end: string] {
  const shift = Date.parse(end) - Date.parse(start) + DAY
  const later = (day: string) => new Date(Date.parse(day) + shift).toISOString().slice(0, 10)
  return [later(start), later(end)]
}
