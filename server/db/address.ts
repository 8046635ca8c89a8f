// Parses DATABASE_URL like PostgreSQL's own tools: several hosts, sockets, TLS modes. Unknown parameters are refused:
// a misspelt `sslmode` must not mean „no encryption“.
import { readFileSync } from 'node:fs'
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from 'node:tls'
import { StartError } from '#server/start-error.ts'

type Host = { host: string; port: number }
export type Address = {
  hosts: Host[]
  user: string | undefined
  password: string | undefined
  database: string | undefined
  /** True if the writable host has to be selected, because one of the hosts may be a standby. */
  picks: boolean
  tls: Tls
  /** Startup parameters; PgBouncer accepts none. */
  options: string | undefined
}
/** `prefer`: unencrypted if the host offers no TLS. */
type Tls = { prefer: boolean; options: ConnectionOptions | false }

const tlsModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const
type TlsMode = (typeof tlsModes)[number]

/** `no-verify` and `ssl` are accepted for compatibility with earlier releases. */
const supportedParameters = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'options',
  'target_session_attrs',
  'ssl',
]
const tlsParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']
/** Valid for libpq, but ignored here: Kontor sets its own values. */
const ignoredParameters = [
  'application_name',
  'fallback_application_name',
  'connect_timeout',
  'client_encoding',
  'gssencmode',
]
const ignoredParameterPattern = /^(keepalives(_\w+)?|tcp_user_timeout|uselibpqcompat|load_balance_hosts)$/

export function parseAddress(url: string, env: NodeJS.ProcessEnv = process.env): Address {
  const [, authority = '', path = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(url) ?? refuseAddress()
  const parameters = new Map<string, string>(new URLSearchParams(query.replaceAll('+', '%2B')))
  for (const name of parameters.keys()) {
    if (
      ![...supportedParameters, ...tlsParameters, ...ignoredParameters].includes(name) &&
      !ignoredParameterPattern.test(name)
    )
      throw new StartError(
        `DATABASE_URL: Die Angabe „${name}“ kennt Kontor nicht. Bitte weglassen oder berichtigen.`,
      )
  }
  const at = authority.lastIndexOf('@')
  const [user = '', ...rest] = authority.slice(0, Math.max(at, 0)).split(':')
  const hosts = parseHosts(
    authority.slice(at + 1),
    parameters.get('host'),
    parameters.get('port') ?? env['PGPORT'],
    env,
  )
  return {
    hosts,
    user: parameters.get('user') ?? (decode(user) || undefined),
    password: parameters.get('password') ?? (decode(rest.join(':')) || undefined),
    database: parameters.get('dbname') ?? (decode(path) || undefined),
    picks: parseTargetSessionAttributes(parameters.get('target_session_attrs')) || hosts.length > 1,
    tls: parseTls(parameters, env),
    options: parameters.get('options'),
  }
}

/** The address without credentials, for messages and logs. */
export function displayAddress({ hosts, database }: Address): string {
  return `${hosts.map(({ host, port }) => (host.startsWith('/') ? host : `${host}:${port}`)).join(', ')}/${database ?? ''}`
}

function parseHosts(written: string, listed: string | undefined, ports = '', env: NodeJS.ProcessEnv): Host[] {
  const ofAll = ports.split(',')
  const portAt = (place: number) => (ofAll.length === 1 ? ofAll[0] : ofAll[place])
  const parts = (listed ?? written).split(',')
  return parts.map((part, place) => {
    const [, inBrackets, plain = '', own] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d*))?$/.exec(part) ?? []
    // A host in the parameter `host` has no port, and may be an IPv6 address.
    const name = listed === undefined ? decode(inBrackets ?? plain) : part
    if (name === '' && parts.length > 1) refuseAddress()
    const port = Number((listed === undefined && own) || portAt(place) || 5432)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) refuseAddress()
    return { host: name || env['PGHOST'] || 'localhost', port }
  })
}

/** True if the writable host is requested. Values that may select a read-only host are refused. */
function parseTargetSessionAttributes(attributes = 'any'): boolean {
  if (attributes === 'any') return false
  if (attributes === 'read-write' || attributes === 'primary') return true
  throw new StartError(
    `DATABASE_URL: „target_session_attrs=${attributes}“ geht nicht: Kontor braucht eine Datenbank, in die es schreiben kann. Bitte read-write angeben.`,
  )
}

function parseTls(parameters: Map<string, string>, env: NodeJS.ProcessEnv): Tls {
  const written = parameters.get('sslmode') ?? tlsModeFromSsl(parameters.get('ssl'))
  const mode = parseTlsMode(written ?? env['PGSSLMODE'] ?? 'disable', { isOfAddress: written !== undefined })
  const root = parameters.get('sslrootcert') ?? env['PGSSLROOTCERT']
  if (mode === 'disable') return { prefer: false, options: false }
  if (mode === 'verify-ca' && (root === undefined || root === 'system'))
    throw new StartError(
      'DATABASE_URL: „sslmode=verify-ca“ braucht „sslrootcert“ mit der Datei der Zertifizierungsstelle.',
    )
  const ca = root === undefined || root === 'system' ? undefined : readTlsFile('sslrootcert', root)
  const cert = parameters.get('sslcert')
  const key = parameters.get('sslkey')
  // Naming a root certificate turns verification on, as in libpq.
  const checked = mode === 'verify-ca' || mode === 'verify-full' || (mode === 'require' && ca !== undefined)
  return {
    prefer: mode === 'prefer',
    options: {
      rejectUnauthorized: checked,
      ...(ca && { ca }),
      ...(cert && { cert: readTlsFile('sslcert', cert) }),
      ...(key && { key: readTlsFile('sslkey', key) }),
      checkServerIdentity: mode === 'verify-full' ? checkServerIdentity : acceptAnyHostName,
    },
  }
}

const acceptAnyHostName = (_host: string, _certificate: PeerCertificate) => undefined

function parseTlsMode(text: string, { isOfAddress }: { isOfAddress: boolean }): TlsMode {
  const mode = tlsModes.find((one) => one === text)
  if (mode) return mode
  const named = isOfAddress ? `DATABASE_URL: „sslmode=${text}“` : `„PGSSLMODE=${text}“`
  throw new StartError(
    `${named} gibt es nicht. Möglich sind disable, prefer, require, verify-ca und verify-full.`,
  )
}

const tlsModeFromSsl = (ssl: string | undefined) =>
  ssl === undefined
    ? undefined
    : ssl === '0' || ssl === 'false'
      ? 'disable'
      : ssl === 'no-verify'
        ? ssl
        : 'verify-full'

function readTlsFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartError(`DATABASE_URL: Die Datei „${path}“ aus „${name}“ lässt sich nicht lesen.`)
  }
}

function refuseAddress(): never {
  throw new StartError(
    'DATABASE_URL: Erwartet wird eine Adresse wie postgresql://benutzer:passwort@rechner:5432/datenbank.',
  )
}

/** A text with an invalid percent escape stays unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
