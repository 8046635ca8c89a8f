// Settings, read once from the environment; all mistakes are reported together.
import {
  backupRetentionKind,
  choiceKind,
  clockTimeKind,
  clockTimeOrNeverKind,
  databaseAddressKind,
  defineSetting,
  findSettingText,
  folderKind,
  hostNameKind,
  hostsKind,
  mailAddressKind,
  mailServerKind,
  ownAddressKind,
  passphraseKind,
  proxiesKind,
  type Setting,
  type SettingKind,
  textKind,
  timeZoneKind,
  webAddressKind,
  wholeNumberKind,
} from './config-kinds.ts'
import { type ProviderAccess, providerKeys, readProvider, settingsOfProvider } from './provider-settings.ts'
import { StartError } from './start-error.ts'

const settingsTable = {
  port: defineSetting(wholeNumberKind(0, 65_535), {
    name: 'PORT',
    default: '8080',
    meaning: 'Port, unter dem der Server zu erreichen ist',
  }),
  host: defineSetting(hostNameKind, {
    name: 'HOST',
    default: 'localhost',
    meaning: 'Adresse, auf der der Server hört; „localhost“ nur auf diesem Rechner, „0.0.0.0“ überall',
  }),
  drainSeconds: defineSetting(wholeNumberKind(0, 300), {
    name: 'DRAIN_SECONDS',
    default: '0',
    meaning:
      'so lange bedient der Server nach SIGTERM noch alles, während ein Verteiler schon die anderen nimmt',
  }),
  publicUrl: defineSetting(ownAddressKind, {
    name: 'PUBLIC_URL',
    meaning: 'Adresse, die im Browser steht, wenn ein Proxy davor liegt; mit https gelten strengere Cookies',
  }),
  trustedProxies: defineSetting(proxiesKind, {
    name: 'TRUSTED_PROXIES',
    default: 'loopback',
    meaning: 'Proxys, denen die Adresse des Besuchers geglaubt wird',
  }),
  dataDir: defineSetting(folderKind, {
    name: 'DATA_DIR',
    default: './data',
    meaning: 'Ordner der mitgelieferten Datenbank',
  }),
  databaseUrl: defineSetting(databaseAddressKind, {
    name: 'DATABASE_URL',
    secret: true,
    meaning: 'vorhandene PostgreSQL-Datenbank statt der mitgelieferten',
  }),
  databaseConnections: defineSetting(wholeNumberKind(2, 500), {
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    meaning: 'so viele Verbindungen zur Datenbank teilen sich die Anfragen; zwei kommen je Server dazu',
  }),
  backupDir: defineSetting(folderKind, {
    name: 'BACKUP_DIR',
    meaning: 'Ordner, in den der Server jeden Tag eine Sicherung schreibt',
  }),
  backupTime: defineSetting(clockTimeKind, {
    name: 'BACKUP_TIME',
    default: '03:00',
    meaning: 'Uhrzeit der täglichen Sicherung, in der Zeitzone der Firma',
  }),
  backupKeep: defineSetting(backupRetentionKind, {
    name: 'BACKUP_KEEP',
    default: '7/4/12',
    meaning: 'so viele tägliche, wöchentliche und monatliche Sicherungen bleiben',
  }),
  backupPassphrase: defineSetting(passphraseKind, {
    name: 'BACKUP_PASSPHRASE',
    secret: true,
    meaning: 'verschlüsselt Sicherungen; ohne sie lassen sie sich nicht wiederherstellen',
  }),
  adminUsername: defineSetting(textKind(), {
    name: 'ADMIN_USERNAME',
    default: 'admin',
    meaning: 'Benutzername des ersten Administrators einer leeren Datenbank',
  }),
  adminPassword: defineSetting(textKind(128), {
    name: 'ADMIN_PASSWORD',
    secret: true,
    meaning: 'sein Passwort; ohne Angabe wird eines ausgedacht und einmal angezeigt',
  }),
  passwordMinLength: defineSetting(wholeNumberKind(1, 128), {
    name: 'PASSWORD_MIN_LENGTH',
    default: '8',
    meaning: 'so viele Zeichen hat ein neues Passwort mindestens',
  }),
  adminSecondFactor: defineSetting(choiceKind('optional', 'required'), {
    name: 'ADMIN_SECOND_FACTOR',
    default: 'optional',
    meaning:
      'mit „required“ brauchen Admins einen Passkey oder Einmalcodes und werden vorher zu nichts anderem zugelassen',
  }),
  sessionMaxDays: defineSetting(wholeNumberKind(1, 366), {
    name: 'SESSION_MAX_DAYS',
    default: '90',
    meaning: 'nach so vielen Tagen endet eine Sitzung auch dann, wenn sie täglich benutzt wird',
  }),
  confirmAfterHours: defineSetting(wholeNumberKind(0, 8_784), {
    name: 'CONFIRM_AFTER_HOURS',
    default: '12',
    meaning:
      'so viele Stunden nach der letzten Anmeldung oder Bestätigung wird vor heiklen Änderungen noch einmal nach dem Passwort gefragt; 0: nie',
  }),
  plannerUrl: defineSetting(webAddressKind, {
    name: 'PLANNER_URL',
    meaning: 'Adresse der Personalplanung; braucht PLANNER_TOKEN',
  }),
  plannerToken: defineSetting(textKind(4_000), {
    name: 'PLANNER_TOKEN',
    secret: true,
    meaning: 'Schlüssel für die Personalplanung',
  }),
  plannerDir: defineSetting(folderKind, {
    name: 'PLANNER_DIR',
    meaning: 'Austauschordner der Personalplanung statt PLANNER_URL',
  }),
  plannerMaxVanishing: defineSetting(wholeNumberKind(0, 100), {
    name: 'PLANNER_MAX_VANISHING',
    default: '20',
    meaning:
      'wenn mehr als so viele Prozent aus der Personalplanung verschwänden, ändert ein Abgleich nichts',
  }),
  happeningsGroup: defineSetting(textKind(), {
    name: 'HAPPENINGS_GROUP',
    meaning: 'Gruppe, deren Mitglieder alle Veranstaltungen sehen',
  }),
  reminderTime: defineSetting(clockTimeOrNeverKind, {
    name: 'REMINDER_TIME',
    default: '09:00',
    meaning:
      'wann am nächsten Morgen an fehlende Zeiten erinnert wird, in der Zeitzone der Firma; „nie“ für gar nicht',
  }),
  timeZone: defineSetting(timeZoneKind, {
    name: 'TIME_ZONE',
    default: 'Europe/Berlin',
    meaning: 'Zeitzone der Firma',
  }),
  appName: defineSetting(textKind(60), {
    name: 'APP_NAME',
    default: 'Kontor',
    meaning: 'Name der Anwendung',
  }),
  smtpUrl: defineSetting(mailServerKind, {
    name: 'SMTP_URL',
    secret: true,
    meaning:
      'Mailserver für Einladungen und vergessene Passwörter: smtps:// mit TLS, smtp:// mit STARTTLS, smtp+plain:// unverschlüsselt; braucht MAIL_FROM und PUBLIC_URL',
  }),
  mailFrom: defineSetting(mailAddressKind, {
    name: 'MAIL_FROM',
    meaning: 'E-Mail-Adresse, von der sie kommen',
  }),
  oidcProviders: defineSetting(providerKeys, {
    name: 'OIDC_PROVIDERS',
    meaning:
      'Anbieter, über die man sich anmelden kann: je ein kurzes Wort, mit dem dessen eigene Einstellungen beginnen; braucht PUBLIC_URL',
  }),
  webhookPrivateHosts: defineSetting(hostsKind, {
    name: 'WEBHOOK_PRIVATE_HOSTS',
    meaning:
      'interne Rechner, an die Webhooks senden dürfen, auch ohne TLS; sonst nur an öffentliche Adressen',
  }),
  metricsToken: defineSetting(textKind(4_000), {
    name: 'METRICS_TOKEN',
    secret: true,
    meaning: 'Schlüssel für /metrics von einem anderen Rechner aus',
  }),
  logLevel: defineSetting(choiceKind('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'), {
    name: 'LOG_LEVEL',
    default: 'warn',
    meaning: 'wie viel der Server in sein Log schreibt',
  }),
  accessLog: defineSetting(choiceKind('0', '1'), {
    name: 'ACCESS_LOG',
    default: '0',
    meaning: 'mit „1“ schreibt der Server zu jeder Anfrage eine Zeile in sein Log',
  }),
}

type SettingsTable = typeof settingsTable
type SettingValue<S> = S extends { kind: SettingKind<infer T> }
  ? S extends { default: string }
    ? T
    : T | undefined
  : never
type SettingValues = { [K in keyof SettingsTable]: SettingValue<SettingsTable[K]> }

export type PlannerAccess = { url: URL; token: string } | { folder: string }
/** `base`: prefix of links in mails. */
export type MailAccess = { server: URL; from: string; base: string }
type CombinedSettings =
  | 'plannerUrl'
  | 'plannerToken'
  | 'plannerDir'
  | 'smtpUrl'
  | 'mailFrom'
  | 'oidcProviders'
export type Config = Omit<SettingValues, CombinedSettings> & {
  planner: PlannerAccess | undefined
  /** Undefined if mail is not configured. */
  mail: MailAccess | undefined
  /** Identity providers, in the order of their buttons. */
  providers: readonly ProviderAccess[]
}

export const settings: readonly Setting[] = Object.values(settingsTable)

/** The settings of providers depend on `OIDC_PROVIDERS` in `env`. */
export function settingsWithProviders(env: NodeJS.ProcessEnv): readonly Setting[] {
  const named = findSettingText(settingsTable.oidcProviders.name, env, []) ?? ''
  return [...settings, ...(providerKeys.read(named) ?? []).flatMap(settingsOfProvider)]
}

/** Every setting can also be given as NAME_FILE, a file with the value. An empty value counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const set = new Set<string>()
  const read = (one: Setting) => {
    const toldBefore = problems.length
    const text = findSettingText(one.name, env, problems)
    // An unreadable or empty file is already reported, so the setting must not be reported as missing too.
    if (text !== undefined || problems.length > toldBefore) set.add(one.name)
    const used = text ?? one.default
    if (used === undefined) return undefined
    const value = parseSetting(one, used)
    if (!(value instanceof StartError)) return value
    problems.push(value.message)
    return undefined
  }
  const { plannerUrl, plannerToken, plannerDir, smtpUrl, mailFrom, oidcProviders, ...rest } =
    Object.fromEntries(
      Object.entries<Setting>(settingsTable).map(([key, one]) => [key, read(one)]),
    ) as SettingValues
  if (set.has('PLANNER_URL') !== set.has('PLANNER_TOKEN')) {
    problems.push('PLANNER_URL und PLANNER_TOKEN gehören zusammen: Bitte beide angeben oder keines.')
  }
  if (set.has('PLANNER_DIR') && set.has('PLANNER_URL')) {
    problems.push('PLANNER_DIR und PLANNER_URL schließen sich aus: Bitte nur eines angeben.')
  }
  if (set.has('SMTP_URL') !== set.has('MAIL_FROM')) {
    problems.push('SMTP_URL und MAIL_FROM gehören zusammen: Bitte beide angeben oder keines.')
  }
  if (set.has('SMTP_URL') && !set.has('PUBLIC_URL')) {
    problems.push('SMTP_URL braucht PUBLIC_URL: Mit dieser Adresse beginnen die Links in E-Mails.')
  }
  const providers = (oidcProviders ?? []).flatMap((key) => {
    const toldBefore = problems.length
    // Reported only if no setting of this provider has a problem of its own.
    const tell = (problem: string) => problems.length === toldBefore && problems.push(problem)
    return readProvider(key, read, tell) ?? []
  })
  if (set.has('OIDC_PROVIDERS') && !set.has('PUBLIC_URL')) {
    problems.push(
      'OIDC_PROVIDERS braucht PUBLIC_URL: Dorthin kommt zurück, wer sich beim Anbieter angemeldet hat.',
    )
  }
  if (new Set(providers.map(({ issuer }) => issuer.href)).size < providers.length) {
    problems.push('Zwei Anbieter aus OIDC_PROVIDERS haben dieselbe Adresse: Bitte nur einen davon angeben.')
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  const http = plannerUrl && plannerToken ? { url: plannerUrl, token: plannerToken } : undefined
  const mail =
    smtpUrl && mailFrom && rest.publicUrl
      ? { server: smtpUrl, from: mailFrom, base: rest.publicUrl.origin }
      : undefined
  return { ...rest, mail, providers, planner: http ?? (plannerDir ? { folder: plannerDir } : undefined) }
}

function parseSetting({ name, kind, secret }: Setting, text: string): unknown {
  try {
    const value = kind.read(text)
    if (value !== undefined) return value
    return new StartError(`${name}${secret ? '' : ` („${text}“)`}: Erwartet wird ${kind.expects}.`)
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
}
