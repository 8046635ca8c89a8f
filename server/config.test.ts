import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig, settings } from './config.ts'
import { StartError } from './start-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-config-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0
function fileWith(content: string): string {
  const path = join(folder, `${files++}.txt`)
  writeFileSync(path, content)
  return path
}
function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof StartError)
    return error.message.split('\n')
  }
}

const firma = {
  PUBLIC_URL: 'https://kontor.example',
  OIDC_PROVIDERS: 'firma',
  OIDC_FIRMA_ISSUER: 'https://id.firma.example/realms/alle',
  OIDC_FIRMA_CLIENT_ID: 'kontor',
  OIDC_FIRMA_MATCH: 'persplan_id',
}
const firmaRead = {
  key: 'firma',
  name: 'firma',
  issuer: new URL('https://id.firma.example/realms/alle'),
  clientId: 'kontor',
  clientSecret: undefined,
  scope: 'openid profile email',
  match: 'persplan_id',
  claim: 'preferred_username',
  creates: false,
  groupsClaim: undefined,
} as const

const good: [NodeJS.ProcessEnv, Partial<ReturnType<typeof readConfig>>][] = [
  [
    { PORT: '80', HOST: '::' },
    { port: 80, host: '::' },
  ],
  [{ PORT: '' }, { port: 8080 }],
  [{ PUBLIC_URL: 'https://kontor.example' }, { publicUrl: new URL('https://kontor.example') }],
  [
    { TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8' },
    { trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::/8'] },
  ],
  [{ TRUSTED_PROXIES: 'none' }, { trustedProxies: [] }],
  [
    { WEBHOOK_PRIVATE_HOSTS: 'ERP.firma.intern, 10.0.0.5:8443,[fd00::7]:9000' },
    { webhookPrivateHosts: ['erp.firma.intern', '10.0.0.5:8443', '[fd00::7]:9000'] },
  ],
  [{ TIME_ZONE: 'Europe/Vienna' }, { timeZone: 'Europe/Vienna' }],
  [{ TIME_ZONE: 'UTC' }, { timeZone: 'UTC' }],
  [{ PLANNER_DIR: '/austausch' }, { planner: { folder: '/austausch' } }],
  [
    { PLANNER_URL: 'http://planer/api', PLANNER_TOKEN_FILE: fileWith('geheim\n') },
    { planner: { url: new URL('http://planer/api'), token: 'geheim' } },
  ],
  // A systemd unit writes such a file for an absent secret.
  [{ METRICS_TOKEN_FILE: fileWith('\n') }, { metricsToken: undefined }],
  [
    { DATABASE_URL: 'postgresql:///kontor?host=/run/pg' },
    { databaseUrl: 'postgresql:///kontor?host=/run/pg' },
  ],
  [
    { DATABASE_URL: 'postgresql://u:p@/kontor?host=/run/pg' },
    { databaseUrl: 'postgresql://u:p@/kontor?host=/run/pg' },
  ],
  [
    { DATABASE_URL: 'postgres://u:p@h1:5432,h2:5432/db?target_session_attrs=read-write' },
    { databaseUrl: 'postgres://u:p@h1:5432,h2:5432/db?target_session_attrs=read-write' },
  ],
  [
    { ...firma, OIDC_FIRMA_MATCH: 'email', OIDC_FIRMA_CREATE: 'yes', OIDC_FIRMA_NAME: 'Firma' },
    { providers: [{ ...firmaRead, name: 'Firma', match: 'email', claim: 'email', creates: true }] },
  ],
  [
    { ...firma, OIDC_FIRMA_CLAIM: 'personalnummer', OIDC_FIRMA_GROUPS_CLAIM: 'gruppen' },
    { providers: [{ ...firmaRead, claim: 'personalnummer', groupsClaim: 'gruppen' }] },
  ],
  [
    {
      ...firma,
      OIDC_FIRMA_ISSUER: 'http://127.0.0.1:9000/realm',
      OIDC_FIRMA_MATCH: 'username',
      OIDC_FIRMA_CLIENT_SECRET_FILE: fileWith('ganz geheim\n'),
    },
    {
      providers: [
        {
          ...firmaRead,
          issuer: new URL('http://127.0.0.1:9000/realm'),
          match: 'username',
          claim: 'preferred_username',
          clientSecret: 'ganz geheim',
        },
      ],
    },
  ],
]
for (const [env, expected] of good) {
  test(`${JSON.stringify(env)} is understood`, () => {
    assert.deepEqual({ ...readConfig(env), ...expected }, readConfig(env))
  })
}

const bad: [NodeJS.ProcessEnv, ...RegExp[]][] = [
  [{ PORT: '80a' }, /^PORT \(„80a“\): Erwartet wird eine ganze Zahl von 0 bis 65535\.$/],
  [{ PORT: '65536' }, /^PORT/],
  [{ HOST: 'http://localhost' }, /^HOST/],
  [{ PUBLIC_URL: 'https://kontor.example/app' }, /^PUBLIC_URL.*ohne Pfad/],
  [{ PUBLIC_URL: 'kontor.example' }, /^PUBLIC_URL/],
  [{ TRUSTED_PROXIES: 'loopback, all' }, /^TRUSTED_PROXIES/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES/],
  [{ WEBHOOK_PRIVATE_HOSTS: 'https://erp.intern/kontor' }, /^WEBHOOK_PRIVATE_HOSTS/],
  [{ WEBHOOK_PRIVATE_HOSTS: 'erp.intern,' }, /^WEBHOOK_PRIVATE_HOSTS/],
  [
    { TIME_ZONE: 'Berlin' },
    /^TIME_ZONE \(„Berlin“\): Erwartet wird der Name einer Zeitzone wie Europe\/Berlin oder UTC\.$/,
  ],
  // Node and PostgreSQL interpret the sign of an offset in opposite ways.
  [{ TIME_ZONE: '+02:00' }, /^TIME_ZONE \(„\+02:00“\): Erwartet wird der Name einer Zeitzone/],
  [{ TIME_ZONE: '-0530' }, /^TIME_ZONE/],
  [{ LOG_LEVEL: 'laut' }, /^LOG_LEVEL/],
  [{ DRAIN_SECONDS: '301' }, /^DRAIN_SECONDS/],
  [{ DATABASE_CONNECTIONS: '1' }, /^DATABASE_CONNECTIONS/],
  [
    { DATABASE_URL: 'postgres://h/db?sslmod=require' },
    /^DATABASE_URL: Die Angabe „sslmod“ kennt Kontor nicht/,
  ],
  [
    { REMINDER_TIME: 'morgens' },
    /^REMINDER_TIME \(„morgens“\): Erwartet wird eine Uhrzeit wie 09:00, oder nie/,
  ],
  [{ BACKUP_TIME: '24:00' }, /^BACKUP_TIME \(„24:00“\): Erwartet wird eine Uhrzeit/],
  [{ BACKUP_KEEP: '0/4/12' }, /^BACKUP_KEEP/],
  [{ BACKUP_PASSPHRASE: 'kurz' }, /^BACKUP_PASSPHRASE: Erwartet wird eine Passphrase/],
  [{ PLANNER_URL: 'http://planer' }, /^PLANNER_URL und PLANNER_TOKEN gehören zusammen/],
  [
    { PLANNER_URL: 'http://planer', PLANNER_TOKEN_FILE: fileWith('\n') },
    /^PLANNER_URL und PLANNER_TOKEN gehören zusammen/,
  ],
  [
    { PLANNER_URL: 'http://planer', PLANNER_TOKEN_FILE: '/gibt/es/nicht' },
    /^PLANNER_TOKEN_FILE: Die Datei „\/gibt\/es\/nicht“/,
  ],
  [{ PLANNER_URL: 'planer', PLANNER_TOKEN: 'x' }, /^PLANNER_URL/],
  [{ PLANNER_URL: 'http://planer', PLANNER_TOKEN: 'x', PLANNER_DIR: '/x' }, /schließen sich aus/],
  [{ SMTP_URL: 'smtps://mail', PUBLIC_URL: 'http://h' }, /^SMTP_URL und MAIL_FROM gehören zusammen/],
  [{ SMTP_URL: 'smtps://mail', MAIL_FROM: 'k@firma.example' }, /^SMTP_URL braucht PUBLIC_URL/],
  [
    { SMTP_URL: 'mail.firma.example', MAIL_FROM: 'k@f.example', PUBLIC_URL: 'http://h' },
    /^SMTP_URL: Erwartet/,
  ],
  [
    { SMTP_URL: 'smtp://m', MAIL_FROM: 'Kontor', PUBLIC_URL: 'http://h' },
    /^MAIL_FROM \(„Kontor“\): Erwartet/,
  ],
  [
    { OIDC_PROVIDERS: 'Firma GmbH' },
    /^OIDC_PROVIDERS \(„Firma GmbH“\)/,
    /^OIDC_PROVIDERS braucht PUBLIC_URL/,
  ],
  [
    { PUBLIC_URL: 'https://kontor.example', OIDC_PROVIDERS: 'firma' },
    /^OIDC_PROVIDERS nennt „firma“: Dazu gehören OIDC_FIRMA_ISSUER, OIDC_FIRMA_CLIENT_ID, OIDC_FIRMA_MATCH\.$/,
  ],
  [
    { ...firma, OIDC_FIRMA_ISSUER: 'http://id.firma.example', OIDC_FIRMA_CLAIM: 'nr' },
    /^OIDC_FIRMA_ISSUER \(„http:\/\/id\.firma\.example“\): Erwartet wird eine Adresse, die mit https:\/\/ beginnt/,
  ],
  [firma, /^OIDC_FIRMA_MATCH=persplan_id braucht OIDC_FIRMA_CLAIM/],
  [
    { ...firma, OIDC_FIRMA_CLAIM: 'nr', OIDC_FIRMA_CREATE: 'yes' },
    /^OIDC_FIRMA_CREATE=yes geht nicht mit OIDC_FIRMA_MATCH=persplan_id/,
  ],
  [{ ...firma, OIDC_FIRMA_CLAIM: 'nr', OIDC_FIRMA_SCOPE: 'profile' }, /^OIDC_FIRMA_SCOPE muss „openid“/],
  [{ ...firma, OIDC_FIRMA_CLAIM: 'nr', PUBLIC_URL: '' }, /^OIDC_PROVIDERS braucht PUBLIC_URL/],
  [
    {
      ...firma,
      OIDC_PROVIDERS: 'firma,zwei',
      OIDC_FIRMA_CLAIM: 'nr',
      OIDC_ZWEI_ISSUER: firma.OIDC_FIRMA_ISSUER,
      OIDC_ZWEI_CLIENT_ID: 'kontor',
      OIDC_ZWEI_MATCH: 'email',
    },
    /^Zwei Anbieter aus OIDC_PROVIDERS haben dieselbe Adresse/,
  ],
  [{ APP_NAME: 'A', APP_NAME_FILE: fileWith('B') }, /^APP_NAME und APP_NAME_FILE schließen sich aus/],
  [
    { PLANNER_URL: 'http://planer', PLANNER_TOKEN_FILE: fileWith('') },
    /^PLANNER_TOKEN_FILE: Die Datei „.*“ ist leer\./,
  ],
  [{ BACKUP_PASSPHRASE_FILE: fileWith('') }, /^BACKUP_PASSPHRASE_FILE: Die Datei „.*“ ist leer\./],
  [{ ADMIN_PASSWORD_FILE: '/gibt/es/nicht' }, /^ADMIN_PASSWORD_FILE: Die Datei „\/gibt\/es\/nicht“/],
  [{ PORT: 'x', TIME_ZONE: 'y' }, /^PORT/, /^TIME_ZONE/],
]
for (const [env, ...sentences] of bad) {
  test(`${JSON.stringify(env)} is refused with a sentence`, () => {
    const problems = problemsOf(env)
    assert.equal(problems.length, sentences.length, problems.join('\n'))
    for (const [index, sentence] of sentences.entries()) assert.match(problems[index] ?? '', sentence)
  })
}

test('a secret is not repeated when it is wrong', () => {
  assert.deepEqual(problemsOf({ DATABASE_URL: 'mysql://u:geheim@h/d' }), [
    'DATABASE_URL: Erwartet wird eine Adresse wie postgresql://benutzer:passwort@rechner:5432/datenbank.',
  ])
})

test('every setting says in German what it means', () => {
  for (const { name, meaning } of settings) assert.ok(meaning.length > 10, name)
})
