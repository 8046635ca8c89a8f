// Nodes on this database, and what they have observed of the proxy.
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { missingPublicUrlWarning, unknownProxyWarning } from '#server/nodes/proxies-seen.ts'
import { listNodes } from '#server/nodes/store.ts'
import { type Finding, hint, pass } from '../finding.ts'

type NodeRow = Awaited<ReturnType<typeof listNodes>>[number]

export async function nodeFindings(
  db: Database,
  config: Pick<Config, 'publicUrl' | 'timeZone'>,
): Promise<Finding[]> {
  return findingsForNodes(await listNodes(db), config)
}

export function findingsForNodes(
  all: readonly NodeRow[],
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
): Finding[] {
  const moment = (at: Date) =>
    at.toLocaleString('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
  const running = all.filter(({ lately }) => lately)
  if (running.length === 0) return [pass('Gerade läuft kein Server auf dieser Datenbank.')]
  const builds = new Set(running.map(({ version, build }) => `${version} ${build}`))
  return [
    ...running.map(({ host, version, build, started_at }) =>
      pass(`Server auf „${host}“: Fassung ${version} (${build}), seit ${moment(started_at)}`),
    ),
    ...(builds.size > 1
      ? [
          hint(
            'Auf dieser Datenbank laufen Server verschiedener Fassungen. Bitte auf allen die neuere einspielen.',
          ),
        ]
      : []),
    ...proxyFindings(running, publicUrl, moment),
  ]
}

function proxyFindings(
  running: readonly NodeRow[],
  publicUrl: URL | undefined,
  moment: (at: Date) => string,
): Finding[] {
  const newest = running.map(({ proxied_at }) => +(proxied_at ?? 0)).reduce((a, b) => Math.max(a, b), 0)
  const strangers = [...new Set(running.flatMap(({ stranger }) => stranger ?? []))]
  return [
    ...(newest > 0 ? [pass(`Zuletzt kam eine Anfrage über den Proxy: ${moment(new Date(newest))}`)] : []),
    ...(newest === 0 && publicUrl
      ? [
          hint(
            'PUBLIC_URL ist gesetzt, und seit dem Start kam keine Anfrage mit X-Forwarded-For von einem Proxy aus TRUSTED_PROXIES.',
          ),
        ]
      : []),
    ...(!publicUrl && running.some(({ secure_at }) => secure_at) ? [hint(missingPublicUrlWarning)] : []),
    ...strangers.map((address) => hint(unknownProxyWarning(address))),
  ]
}
