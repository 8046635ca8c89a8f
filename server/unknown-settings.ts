// Finds environment variables that look like settings of ours and are none: misspelt, or of another version.
import { closest } from './closest.mjs'
import { settingsIn } from './config.ts'

type UnknownSetting = { name: string; meant: string | undefined }

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
  return closest(plain, known)
}
