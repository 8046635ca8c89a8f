/**
 * What the planner says of a happening in words, beside its name; empty where it says nothing. Each is taken from it,
 * compared, stored, given to the browser, and ordered and filtered by, under this name, and is a column of `happenings`
 * (text not null default '').
 */
export const happeningTexts = ['type', 'ort'] as const
export type HappeningTexts = Record<(typeof happeningTexts)[number], string>

/** Characters that the planner may say of each. */
export const longestTexts: Record<keyof HappeningTexts, number> = { type: 300, ort: 200 }

/** Orders of a list of happenings: on the server, in its address, by its columns. */
export const happeningOrders = ['name', ...happeningTexts, 'date', 'status'] as const
export type HappeningOrder = (typeof happeningOrders)[number]

/** One for each, by its name. */
export const ofHappeningTexts = <V>(value: (name: keyof HappeningTexts) => V) =>
  Object.fromEntries(happeningTexts.map((name) => [name, value(name)])) as Record<keyof HappeningTexts, V>

/** A happening of which the planner says nothing but its name. */
export const noHappeningTexts: HappeningTexts = ofHappeningTexts(() => '')
