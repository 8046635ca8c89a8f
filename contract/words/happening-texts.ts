/**
 * Text fields of a happening from the planner, beside its name; empty for none. Each is imported, compared,
 * stored, sent to the browser, and used for order and filter under this name, which is also a column of
 * `happenings` (text not null default '').
 */
export const happeningTextFields = ['type', 'ort'] as const
export type HappeningTexts = Record<(typeof happeningTextFields)[number], string>

/** Upper bound in characters. */
export const maxHappeningTextLengths: Record<keyof HappeningTexts, number> = { type: 300, ort: 200 }

/** Orders of lists of happenings, for the server, the address and the columns. */
export const happeningOrders = ['name', ...happeningTextFields, 'date', 'status'] as const
export type HappeningOrder = (typeof happeningOrders)[number]

/** Builds a record with one value per field. */
export const mapHappeningTexts = <V>(value: (name: keyof HappeningTexts) => V) =>
  Object.fromEntries(happeningTextFields.map((name) => [name, value(name)])) as Record<
    keyof HappeningTexts,
    V
  >

export const emptyHappeningTexts: HappeningTexts = mapHappeningTexts(() => '')
