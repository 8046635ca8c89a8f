// Detects environment variables that look like settings but are misspelt or of another release.
import { findClosestWord } from './closest.mjs'
import { settingsWithProviders } from './config.ts'

type UnknownSetting = { name: string; meant: string | undefined }

/** Settings of release 1.1, which are ignored now, and what replaces them. */
const REMOVED_SETTINGS: Record<string, string> = {
  NEWS_URL: 'Mehrere Server verständigen sich jetzt allein über die Datenbank',
  PITR_DIR:
    'Den Stand einer Sekunde bringt pgBackRest neben einem eigenen PostgreSQL zurück (docs/betrieb/sichern.md)',
}

/** Prefixes that only we use; DATABASE_ and APP_ are common elsewhere. */
const OWN_PREFIXES = ['ADMIN_', 'BACKUP_', 'HAPPENINGS_', 'OIDC_', 'PLANNER_']
/** Kubernetes sets these in every container for services named planner or kontor. */
const KUBERNETES_NAME_PARTS = ['_SERVICE_HOST', '_SERVICE_PORT', '_PORT']

export function findUnknownSettings(env: NodeJS.ProcessEnv): UnknownSetting[] {
  const settings = settingsWithProviders(env).flatMap(({ name }) => [name, `${name}_FILE`])
  return Object.keys(env)
    .filter((name) => env[name] && !settings.includes(name) && !name.startsWith('npm_'))
    .flatMap((name) => {
      if (removedSentence(name)) return [{ name, meant: undefined }]
      const meant = suggestSetting(name, settings)
      const isOurs =
        OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) &&
        !KUBERNETES_NAME_PARTS.some((part) => name.includes(part))
      return meant === undefined && !isOurs ? [] : [{ name, meant }]
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}

export function describeUnknownSetting({ name, meant }: UnknownSetting): string {
  const gone = removedSentence(name)
  if (gone) return `Die Einstellung ${name} gibt es nicht mehr. ${gone}.`
  return `Unbekannte Einstellung ${name}${meant === undefined ? '.' : `; meinten Sie ${meant}?`}`
}

const removedSentence = (name: string) => REMOVED_SETTINGS[name.replace(/_FILE$/, '')]

function suggestSetting(name: string, settings: string[]): string | undefined {
  // Some shells set `host`.
  if (KUBERNETES_NAME_PARTS.some((part) => name.includes(part)) || name === 'host') return undefined
  const plain = name
    .toUpperCase()
    .replace(/^KONTOR_/, '')
    .replaceAll('-', '_')
  return findClosestWord(plain, settings)
}
