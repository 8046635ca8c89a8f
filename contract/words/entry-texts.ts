/**
 * What the planner says of a time entry in words. Each is taken from it, compared, stored, given to the browser and
 * into the workbook under this name, and is a column of `time_entries`.
 */
export const entryTexts = [
  'personalnummer',
  'first_name',
  'last_name',
  'subcontractor',
  'status',
  'aufgabe',
  'funktion',
] as const
export type EntryTexts = Record<(typeof entryTexts)[number], string | null>

/** One for each, by its name. */
export const ofEntryTexts = <V>(value: (name: keyof EntryTexts) => V) =>
  Object.fromEntries(entryTexts.map((name) => [name, value(name)])) as Record<keyof EntryTexts, V>

/** Those that say who somebody is: taken out with their name, they stay out. */
export const identifying: ReadonlySet<string> = new Set(['personalnummer', 'first_name', 'last_name'])

/** An entry of which the planner says nothing. */
export const noTexts: EntryTexts = ofEntryTexts(() => null)
