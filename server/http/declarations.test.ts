import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'

const calls = Object.entries(api).flatMap(([domain, declared]) =>
  Object.entries(declared as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${domain}.${name}`, endpoint] as const,
  ),
)
test('only reads of one’s own view can be kept on a device', () => {
  for (const [name, { offline, method, may }] of calls)
    if (offline) assert.ok(method === 'GET' && may !== 'admin' && may !== 'everyone', name)
})

/** Expands { docs: 'read pdf' } to ['docs.read', 'docs.pdf']. */
const named = (domains: Record<string, string>) =>
  Object.entries(domains).flatMap(([domain, names]) => names.split(' ').map((name) => `${domain}.${name}`))
const allOf = (isSo: (endpoint: Endpoint) => boolean) =>
  calls.filter(([, endpoint]) => isSo(endpoint)).map(([name]) => name)

test('administrators alone may do what is not named here', () => {
  const everyone = named({
    status: 'status live metrics ready',
    auth: 'login logout',
    passkeys: 'ask logIn',
    shifts: 'calendar',
    invitations: 'open accept forgotten',
    providers: 'begin finish logout',
    company: 'logo',
  })
  const staff = named({
    auth: 'confirm sessions endSession endOtherSessions',
    passkeys: 'list begin add rename remove',
    factors: 'own begin turnOn renewRecovery turnOff',
    users: 'keepListView current changeOwnPassword',
    docs: 'list read pdf answers answer handIn takeBack image',
    photos: 'upload read',
    shifts: 'list makeFeed endFeed',
    today: 'read',
    chat: 'rooms mentions messages images meta send remove edit wordings reactors react unreact read settings findPeople startDirect image',
    find: 'all',
    push: 'subscribe devices remove test preferences setPreferences',
    providers: 'link own standingAccess unlink',
    jobs: 'result',
    privacy: 'own ownJson ownPdf',
  })
  const happenings = named({
    happenings:
      'list types read send subhappenings subhappening times record people addPerson removePerson hints history',
  })
  for (const [may, names] of Object.entries({ everyone, staff, happenings }))
    assert.deepEqual(
      allOf((endpoint) => endpoint.may === may),
      names,
      may,
    )
  assert.deepEqual(
    allOf(({ may }) => !['everyone', 'staff', 'happenings', 'admin'].includes(may)),
    [],
  )
})

test('a fresh proof of who one is opens what concerns access, data of people and other programs', () => {
  const confirmed = named({
    passkeys: 'begin add remove',
    factors: 'begin turnOn renewRecovery turnOff',
    tokens: 'make',
    users:
      'massEdit remove changeEmail changePrivileges changePassword endSessions removeFactors importPeople',
    invitations: 'make',
    providers: 'link forget',
    webhooks: 'make change',
    privacy: 'own ownJson ownPdf ofUser jsonOfUser pdfOfUser anonymise setRetention',
  })
  assert.deepEqual(
    allOf((endpoint) => endpoint.confirmed === true),
    confirmed,
  )
})

test('the specified fields of a body are required, but for a status, an image and times that stay; pages have their sizes', () => {
  const specified: Record<string, string> = {
    'auth.login': 'username password',
    'users.create': 'username',
    'users.rename': 'username',
    'users.changePrivileges': 'is_admin',
    'users.changePassword': 'password',
    'users.changeOwnPassword': 'password',
    'docs.create': 'name',
    'docs.save': 'content',
    'docs.rename': 'name',
    'docs.setStatus': 'status',
    'docs.setPublic': 'public',
    'docs.setGroups': 'groups',
    'docs.answer': 'data',
    'happenings.massEdit': 'happening_ids status',
    'happenings.sync': 'start_date end_date',
    'happenings.setStatus': 'status',
    'happenings.setRecorders': 'user_ids',
    'happenings.record': 'items',
    'chat.send': 'message image',
    'chat.settings': 'noise_level',
    'chat.adminSettings': 'visible',
    'chat.startDirect': 'user_id',
    'push.subscribe': 'endpoint expirationTime keys',
  }
  type Fields = { properties: Record<string, unknown>; required?: string[] }
  const optional = ({ properties, required = [] }: Fields, names: string) =>
    names.split(' ').filter((name) => {
      assert.ok(name in properties, name)
      return !required.includes(name)
    })
  const of = (name: string) => Object.fromEntries(calls)[name] as Endpoint
  assert.deepEqual(
    Object.entries(specified).flatMap(([name, names]) =>
      optional(of(name).body as unknown as Fields, names).map((field) => `${name}.${field}`),
    ),
    ['happenings.setStatus.status', 'chat.send.image'],
  )
  const { items } = (of('happenings.record').body as unknown as { properties: { items: { items: Fields } } })
    .properties
  const times = 'ist_von_date ist_von_time ist_bis_date ist_bis_time'
  assert.deepEqual(optional(items.items, `timeentry_id ${times}`), times.split(' '))
  const sizes = ['docs.list', 'users.list', 'happenings.list', 'happenings.subhappenings'].map(
    (name) =>
      (of(name).query as unknown as { properties: { per_page: { default: number } } }).properties.per_page
        .default,
  )
  assert.deepEqual(sizes, [10, 10, 25, 25])
})
