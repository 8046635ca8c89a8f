import type { PlannerAccess } from '#server/config.ts'
import { isLoopback } from '#server/config-kinds.ts'

/** True if the planner is on another machine and called by http: token and personal data can be read on the way. */
export function isUnencrypted(planner: PlannerAccess | undefined): boolean {
  if (!planner || !('url' in planner) || planner.url.protocol !== 'http:') return false
  return !isLoopback(planner.url.hostname)
}

export const unencryptedWarning =
  'PLANNER_URL beginnt mit http://: Schlüssel und Personaldaten gehen unverschlüsselt durch das Netz. Bitte https verwenden.'
