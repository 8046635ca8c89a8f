import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartError } from '#server/start-error.ts'
import { displayAddress, parseAddress } from './address.ts'

const read = (url: string, env: NodeJS.ProcessEnv = {}) => parseAddress(url, env)
const five = { port: 5432 }

const hosts: [url: string, hosts: { host: string; port: number }[]][] = [
  ['postgres://u:p@db/kontor', [{ host: 'db', ...five }]],
  ['postgresql://db:6432', [{ host: 'db', port: 6432 }]],
  ['postgres://u@[::1]:5433/k', [{ host: '::1', port: 5433 }]],
  [
    'postgres://u:p@h1:5432,h2:5433/db',
    [
      { host: 'h1', port: 5432 },
      { host: 'h2', port: 5433 },
    ],
  ],
  [
    'postgres:///db?host=h1,h2&port=1,2',
    [
      { host: 'h1', port: 1 },
      { host: 'h2', port: 2 },
    ],
  ],
  ['postgresql:///kontor?host=/run/pg', [{ host: '/run/pg', ...five }]],
  ['postgresql://u:p@/db?host=/run/pg', [{ host: '/run/pg', ...five }]],
  ['postgresql://u@localhost/db?host=%2Frun%2Fpg', [{ host: '/run/pg', ...five }]],
  ['postgresql://u@%2Frun%2Fpg/db', [{ host: '/run/pg', ...five }]],
]
for (const [url, expected] of hosts) {
  test(`the hosts of ${url} are found`, () => assert.deepEqual(read(url).hosts, expected))
}

test('name and password are read as they were typed', () => {
  const { user, password, database } = read('postgres://anna%40firma:p%25s:@t@db/kontor%20neu')
  assert.deepEqual(
    { user, password, database },
    { user: 'anna@firma', password: 'p%s:@t', database: 'kontor neu' },
  )
})

test('a writable host is looked for where there are several, or where the address asks for one', () => {
  assert.equal(read('postgres://db/k').picks, false)
  assert.equal(read('postgres://a,b/k').picks, true)
  assert.equal(read('postgres://db/k?target_session_attrs=read-write').picks, true)
})

const tls: [query: string, checked: boolean | 'never', byName: boolean, prefers?: true][] = [
  ['', 'never', false],
  ['sslmode=disable', 'never', false],
  ['sslmode=prefer', false, false, true],
  ['sslmode=require', false, false],
  ['sslmode=no-verify', false, false],
  [`sslmode=require&sslrootcert=${import.meta.filename}`, true, false],
  [`sslmode=verify-ca&sslrootcert=${import.meta.filename}`, true, false],
  [`sslmode=verify-full&sslrootcert=${import.meta.filename}`, true, true],
  ['sslmode=verify-full', true, true],
  ['ssl=true', true, true],
  ['ssl=0', 'never', false],
]
for (const [query, checked, byName, prefers = false] of tls) {
  test(`„${query}“ ${checked === 'never' ? 'does not encrypt' : `encrypts, and checks ${checked ? (byName ? 'authority and name' : 'the authority') : 'nothing'}`}`, () => {
    const { options, prefer } = read(`postgres://db/k?${query}`).tls
    assert.equal(prefer, prefers)
    if (options === false) return assert.equal(checked, 'never')
    assert.equal(options.rejectUnauthorized, checked)
    const refusal = options.checkServerIdentity?.('db', { subject: { CN: 'other' } } as never)
    assert.equal(refusal instanceof Error, byName)
  })
}

test('without a word in the address PGSSLMODE counts', () => {
  assert.throws(
    () => read('postgres://db/k', { PGSSLMODE: 'requir' }),
    /^StartError: „PGSSLMODE=requir“ gibt es nicht\./,
  )
  const { tls } = read('postgres://db/k', { PGSSLMODE: 'require' })
  assert.notEqual(tls.options, false)
})

const refused: [url: string, sentence: RegExp][] = [
  ['postgres://a:1,:2/k', /Erwartet wird eine Adresse/],
  ['postgres://db:70000/k', /Erwartet wird eine Adresse/],
  ['postgres://db/k?sslmod=require', /Die Angabe „sslmod“ kennt Kontor nicht/],
  ['postgres://db/k?sslmode=on', /„sslmode=on“ gibt es nicht/],
  ['postgres://db/k?sslmode=verify-ca', /braucht „sslrootcert“/],
  [
    'postgres://db/k?sslmode=verify-full&sslrootcert=/gibt/es/nicht',
    /„\/gibt\/es\/nicht“ .* lässt sich nicht lesen/,
  ],
  ['postgres://db/k?target_session_attrs=standby', /Bitte read-write angeben/],
]
for (const [url, sentence] of refused) {
  test(`${url} is refused in a sentence`, () => {
    assert.throws(
      () => read(url),
      (error) => error instanceof StartError && sentence.test(error.message),
    )
  })
}

test('an address is told without name and password', () => {
  assert.equal(displayAddress(read('postgres://u:geheim@h1,h2:6432/k')), 'h1:5432, h2:6432/k')
})
