/** `version`: the displayed one; `with`: the one to compare with, `PRESENT_VERSION` for the present content. */
export type VersionsSearch = { version?: number; with?: number }

export const PRESENT_VERSION = 0

/** Called by the screen instead of its route, so that the app's first chunk does not contain it. */
export function versionsSearch(search: Record<string, unknown>): VersionsSearch {
  const [version, other] = [parseInteger(search['version'], 1), parseInteger(search['with'], PRESENT_VERSION)]
  if (version === undefined) return {}
  return other === undefined || other === version ? { version } : { version, with: other }
}

function parseInteger(value: unknown, least: number): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) >= least ? (number as number) : undefined
}
