/**
 * `version`: the one that is looked at; `with`: the one that it is compared with, `PRESENT` for what the process is
 * now.
 */
export type VersionsSearch = { version?: number; with?: number }

export const PRESENT = 0

/** Read by the screen: what every address begins with need not know it. */
export function versionsSearch(search: Record<string, unknown>): VersionsSearch {
  const [version, other] = [whole(search['version'], 1), whole(search['with'], PRESENT)]
  if (version === undefined) return {}
  return other === undefined || other === version ? { version } : { version, with: other }
}

function whole(value: unknown, least: number): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) >= least ? (number as number) : undefined
}
