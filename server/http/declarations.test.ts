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

/** 'docs.read docs.pdf' of docs: 'read pdf'. */
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
