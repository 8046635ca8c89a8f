import { cast, type Person } from '#demo/cast.ts'
import type { TestNode } from './app.ts'

let lastRoomNumber = 0

/** Creates a custom group of these people, which has a chat room of its own. */
export async function newRoom(world: Pick<TestNode, 'as' | 'userId' | 'kontor'>, ...people: Person[]) {
  const name = `Runde ${++lastRoomNumber}`
  const admin = await world.as(cast.clara)
  await admin.send('PUT', `/groups/custom/${encodeURIComponent(name)}/`)
  for (const person of people)
    await admin.send('PUT', `/users/${await world.userId(person)}/groups/${encodeURIComponent(name)}/`)
  const groups = world.kontor.db.selectFrom('groups').where('name', '=', name).select('id')
  const { id } = await groups.executeTakeFirstOrThrow()
  return { id, name, path: `/chat/groups/${id}/` }
}
