/** `version`: the displayed one; `with`: the one to compare with, `PRESENT` for the present content. */
export type VersionsSearch = { version?: number; with?: number }

export const PRESENT = 0

/** Called by the screen instead of its route, so that the app's first chunk does not contain it. */
export function versionsSearch(search: Record<string, unknown>): VersionsSearch {
  const [version, other] = [wholeNumber(search['version'], 1), wholeNumber(search['with'], PRESENT)]
  if (version === undefined) return {}
  return other === undefined || other === version ? { version } : { version, with: other }
}

function wholeNumber(value: unknown, least: number): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) >= least ? (number as number) : undefined
}
