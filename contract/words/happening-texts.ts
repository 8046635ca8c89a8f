/**
 * Text fields of a happening from the planner, beside its name; empty for none. Each is imported, compared,
 * stored, sent to the browser, and used for order and filter under this name, which is also a column of
 * `happenings` (text not null default '').
 */
export const happeningTexts = ['type', 'ort'] as const
export type HappeningTexts = Record<(typeof happeningTexts)[number], string>

/** Upper bound in characters. */
export const longestTexts: Record<keyof HappeningTexts, number> = { type: 300, ort: 200 }

/** Orders of lists of happenings, for the server, the address and the columns. */
export const happeningOrders = ['name', ...happeningTexts, 'date', 'status'] as const
export type HappeningOrder = (typeof happeningOrders)[number]

/** Builds a record with one value per field. */
export const ofHappeningTexts = <V>(value: (name: keyof HappeningTexts) => V) =>
  Object.fromEntries(happeningTexts.map((name) => [name, value(name)])) as Record<keyof HappeningTexts, V>

export const noHappeningTexts: HappeningTexts = ofHappeningTexts(() => '')
