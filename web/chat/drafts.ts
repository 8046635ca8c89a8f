// What somebody has begun to write in a room; it is there again when they come back.
import { shelf } from '#web/outbox/browser.ts'
import { drafts } from '#web/outbox/draft.ts'
import type { Room } from './search.ts'

export type Draft = { text: string; image: string | null }
type Part = 'text' | 'image'

const partsOf = (user: number, { kind, room_id }: Room) => drafts<string>(user, `chat/${kind}/${room_id}`)

/** Text and image by themselves: a key writes down no image. */
export function begunIn(user: number, room: Room) {
  const parts = partsOf(user, room)
  return {
    ready: parts.ready,
    subscribe: parts.subscribe,
    get: parts.get,
    set: (to: Partial<Draft>) => {
      const changes = Object.entries(to) as [Part, string | null][]
      return parts.write(changes.map(([part, value]) => [part, value || undefined]))
    },
  }
}

export const draftOf = (parts: ReadonlyMap<string, string>): Draft => ({
  text: parts.get('text') ?? '',
  image: parts.get('image') ?? null,
})

/** The rooms in which this person has begun something. */
export async function begunRooms(user: number): Promise<Room[]> {
  const start = `${user}/draft/chat/`
  const rooms = (await shelf.names(start)).map((key) => key.slice(start.length).split('/', 2).join('/'))
  return [...new Set(rooms)].map((room) => {
    const [kind, room_id] = room.split('/')
    return { kind: kind as Room['kind'], room_id: Number(room_id) }
  })
}
