/**
 * What the planner says of a happening in words, beside its name; empty where it says nothing. Each is taken from it,
 * compared, stored and given to the browser under this name, and is a column of `happenings` (text not null default '').
 */
export const happeningTexts = ['type'] as const
export type HappeningTexts = Record<(typeof happeningTexts)[number], string>

/** One for each, by its name. */
export const ofHappeningTexts = <V>(value: (name: keyof HappeningTexts) => V) =>
  Object.fromEntries(happeningTexts.map((name) => [name, value(name)])) as Record<keyof HappeningTexts, V>
