// Finds environment variables that look like settings of ours and are none: misspelt, or of another version.
import { settingsIn } from './config.ts'

export type UnknownSetting = { name: string; meant: string | undefined }

/** Names that begin so are ours; other programs have names with DATABASE_ and APP_. */
const OURS = ['ADMIN_', 'BACKUP_', 'HAPPENINGS_', 'OIDC_', 'PLANNER_']
/** Kubernetes tells every container these about a service called planner or kontor. */
const OF_A_CLUSTER = ['_SERVICE_HOST', '_SERVICE_PORT', '_PORT']

export function unknownSettings(env: NodeJS.ProcessEnv): UnknownSetting[] {
  const known = settingsIn(env).flatMap(({ name }) => [name, `${name}_FILE`])
  return Object.keys(env)
    .filter((name) => env[name] && !known.includes(name) && !name.startsWith('npm_'))
    .flatMap((name) => {
      const meant = meantBy(name, known)
      const isOurs =
        OURS.some((prefix) => name.startsWith(prefix)) && !OF_A_CLUSTER.some((part) => name.includes(part))
      return meant === undefined && !isOurs ? [] : [{ name, meant }]
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}

export const sayUnknown = ({ name, meant }: UnknownSetting) =>
  meant === undefined
    ? `Unbekannte Einstellung ${name}.`
    : `Unbekannte Einstellung ${name}; meinten Sie ${meant}?`

function meantBy(name: string, known: string[]): string | undefined {
  // Some shells set `host` for themselves.
  if (OF_A_CLUSTER.some((part) => name.includes(part)) || name === 'host') return undefined
  const plain = name
    .toUpperCase()
    .replace(/^KONTOR_/, '')
    .replaceAll('-', '_')
  const [closest] = known
    .filter((one) => Math.abs(plain.length - one.length) <= tolerance(one))
    .map((one) => ({ one, steps: stepsBetween(plain, one, tolerance(one)) }))
    .filter(({ one, steps }) => steps <= tolerance(one))
    .sort((a, b) => a.steps - b.steps)
  return closest?.one
}

/** Short words are near to many others. */
const tolerance = (name: string) => (name.length < 6 ? 0 : name.length < 9 ? 1 : 2)

/** Letters that are missing, too many, wrong, or two of them exchanged; those beyond `most` are not counted. */
function stepsBetween(a: string, b: string, most: number): number {
  if (a.length === b.length && isExchanged(a, b)) return a.length < 6 ? 0 : 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
    if (Math.min(...row) > most) return most + 1
  }
  return row[b.length] ?? 0
}

function isExchanged(a: string, b: string): boolean {
  const at = a.split('').findIndex((letter, index) => letter !== b[index])
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}
