import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settings } from './config.ts'
import { describeUnknownSetting, findUnknownSettings } from './unknown-settings.ts'

const told = (...names: string[]) =>
  findUnknownSettings(Object.fromEntries(names.map((name) => [name, 'x']))).map(describeUnknownSetting)

test('a misspelt setting is named together with the one that was meant', () => {
  for (const [name, meant] of [
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['KONTOR_PUBLIC_URL', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['TRUSTED_PROXY', undefined],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['ADMIN_PASSWORT', 'ADMIN_PASSWORD'],
    ['ADMIN_PASSWORD_FIEL', 'ADMIN_PASSWORD_FILE'],
    ['TIMEZONE', 'TIME_ZONE'],
  ] as const) {
    const expected = meant === undefined ? [] : [`Unbekannte Einstellung ${name}; meinten Sie ${meant}?`]
    assert.deepEqual(told(name), expected, name)
  }
})

test('what begins like ours and is not known is named too', () => {
  assert.deepEqual(told('PLANNER_TIMEOUT', 'ADMIN_EMAIL'), [
    'Unbekannte Einstellung ADMIN_EMAIL.',
    'Unbekannte Einstellung PLANNER_TIMEOUT.',
  ])
})

test('what is known, empty or of other programs is not spoken of', () => {
  assert.deepEqual(told(...settings.flatMap(({ name }) => [name, `${name}_FILE`])), [])
  assert.deepEqual(findUnknownSettings({ PUBLIC_ULR: '' }), [])
  const others =
    'PATH HOME HOSTNAME HOSTTYPE host LOGNAME USER TZ LANG PWD SHLVL TERM TMPDIR NODE_ENV NODE_OPTIONS PGPASSWORD ' +
    'POSTGRES_PASSWORD POSTGRES_USER DEBUG CI NO_COLOR XDG_DATA_DIRS XDG_DATA_HOME SSH_AUTH_SOCK HTTP_PROXY https_proxy ' +
    'npm_config_port npm_package_name KONTOR_PARENT_PIPE KONTOR_SERVICE_HOST KONTOR_PORT KONTOR_PORT_8080_TCP_ADDR ' +
    'PLANNER_SERVICE_HOST PLANNER_PORT PLANNER_PORT_80_TCP INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH ' +
    'PATHS POST PORTS COLORTERM EDITOR MAIL APPDATA DATABASE_HOST DATABASE_NAME LOG_FILE APP_ENV APP_KEY'
  assert.deepEqual(told(...others.split(' ')), [])
})

test('the settings of a provider are known as soon as it is named, and no others', () => {
  const named = { OIDC_PROVIDERS: 'firma', OIDC_FIRMA_ISSUER: 'x', OIDC_FIRMA_CLIENT_SECRET_FILE: 'x' }
  assert.deepEqual(findUnknownSettings(named), [])
  assert.deepEqual(
    findUnknownSettings({ ...named, OIDC_FIRMA_ISUER: 'x', OIDC_ANDERE_NAME: 'x' }).map(
      describeUnknownSetting,
    ),
    [
      'Unbekannte Einstellung OIDC_ANDERE_NAME.',
      'Unbekannte Einstellung OIDC_FIRMA_ISUER; meinten Sie OIDC_FIRMA_ISSUER?',
    ],
  )
})

test('a setting of the release before that has gone is named with what stands in its place', () => {
  const sentence = 'Mehrere Server verständigen sich jetzt allein über die Datenbank.'
  assert.deepEqual(told('NEWS_URL', 'NEWS_URL_FILE'), [
    `Die Einstellung NEWS_URL gibt es nicht mehr. ${sentence}`,
    `Die Einstellung NEWS_URL_FILE gibt es nicht mehr. ${sentence}`,
  ])
})
