/**
 * Text fields of a time entry from the planner. Each is imported, compared, stored, sent to the browser and the
 * workbook under this name, which is also a column of `time_entries`.
 */
export const plannerTextFields = [
  'personalnummer',
  'first_name',
  'last_name',
  'subcontractor',
  'status',
  'aufgabe',
  'funktion',
] as const
export type PlannerTexts = Record<(typeof plannerTextFields)[number], string | null>

/** Builds a record with one value per field. */
export const mapPlannerTexts = <V>(value: (name: keyof PlannerTexts) => V) =>
  Object.fromEntries(plannerTextFields.map((name) => [name, value(name)])) as Record<keyof PlannerTexts, V>

/** Fields that identify a person: anonymising clears them, and a sync does not bring them back. */
export const identifyingTextFields: ReadonlySet<string> = new Set([
  'personalnummer',
  'first_name',
  'last_name',
])

export const emptyPlannerTexts: PlannerTexts = mapPlannerTexts(() => null)
