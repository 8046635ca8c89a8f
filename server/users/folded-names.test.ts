import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { cast } from '#demo/cast.ts'
import { findAccount } from '#server/auth/store.ts'
import { findGroupByName } from '#server/groups/store.ts'
import { sameNameFindings } from '#server/operation/checks/database.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

test('names that differ only by case are the same, also where one letter becomes two', async () => {
  for (const [one, ...others] of [
    ['Straße', 'STRASSE', 'strasse', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδος', 'οδοσ'],
    ['ŉuwe', 'ʼNUWE'],
    ['İpek', 'i̇pek'],
  ] as const) {
    const path = (name: string) => `/groups/custom/${encodeURIComponent(name)}/`
    assert.equal((await clara.send('PUT', path(one))).status, 200, one)
    assert.equal((await clara.send('POST', '/users/', { username: one })).status, 200, one)
    for (const other of others) {
      assert.equal((await clara.send('PUT', path(other))).status, 409, other)
      assert.equal((await clara.send('POST', '/users/', { username: other })).status, 409, other)
      assert.equal((await clara.get(`${path(other)}effects/`)).status, 200, other)
      assert.equal((await findAccount(db, other))?.username, one)
    }
  }
})

test('a letter of its own is no other one in another case', async () => {
  for (const username of ['yildiz', 'yıldız', 'Maß', 'Mas'])
    assert.equal((await clara.send('POST', '/users/', { username })).status, 200, username)
})

test('two that were told apart before stay, each under its own name, and are named until one is renamed', async () => {
  const database = await createMigratedDatabase()
  const { connection } = database
  const client = new pg.Client(connection)
  await client.connect()
  // An update from 1.0 marks such users with `collides`.
  await client.query(
    `insert into users (username, is_admin, collides)
     values ('Weiß', false, false), ('WEISS', true, true), ('groß', false, false)`,
  )
  await client.query(
    `insert into groups (name, collides) values ('Straße', false), ('STRASSE', true), ('Gasse', false)`,
  )

  const node = await startNode(connection)
  const own = async (username: string) => (await findAccount(node.kontor.db, username))?.username
  assert.deepEqual([await own('weiß'), await own('weiss'), await own('GROSS')], ['Weiß', 'WEISS', 'groß'])
  assert.equal((await findGroupByName(node.kontor.db, 'strasse'))?.name, 'STRASSE')
  assert.equal((await findGroupByName(node.kontor.db, 'straße'))?.name, 'Straße')
  const alike = (await sameNameFindings(client)).map(({ text: says }) =>
    says.replace(/ heißen .* gleich/, ''),
  )
  assert.deepEqual(alike, [
    'Diese Benutzer: „Weiß“, „WEISS“. Bitte benennen Sie um.',
    'Diese Gruppen: „Straße“, „STRASSE“. Bitte benennen Sie um.',
  ])

  await node.kontor.db.deleteFrom('groups').where('name', '=', 'Straße').execute()
  await assert.rejects(client.query(`insert into groups (name) values ('STRASSE')`))
  await client.query(`update users set username = 'Weiss 2', collides = false where username = 'WEISS'`)
  assert.deepEqual(await sameNameFindings(client), [])
  await client.end()
  await node.stop()
  await database.drop()
})
