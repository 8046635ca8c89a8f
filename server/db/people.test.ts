import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testApp } from '#server/testing/app.ts'
import { nameOrder } from './people.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor

test('people are sorted by surname, umlauts as their letters and the shorter one first, then by first name', async () => {
  const inOrder = [
    ['Älbers', 'Anna'],
    ['Albers', 'Zoe'],
    ['Albers Neu', 'Anna'],
    ['Albers-Kühn', 'Anna'],
    ['Albersmann', 'Anna'],
  ]
  await db
    .insertInto('users')
    .values(
      inOrder.toReversed().map(([persplan_nachname, persplan_vorname], place) => ({
        username: `person-${place}`,
        persplan_id: `S${place}`,
        persplan_nachname,
        persplan_vorname,
      })),
    )
    .execute()
  const sorted = await db
    .selectFrom('users')
    .where('persplan_id', 'like', 'S%')
    .where('username', 'like', 'person-%')
    .select(['persplan_nachname', 'persplan_vorname'])
    .orderBy(nameOrder('users'))
    .execute()
  assert.deepEqual(
    sorted.map(({ persplan_nachname, persplan_vorname }) => [persplan_nachname, persplan_vorname]),
    inOrder,
  )
})
