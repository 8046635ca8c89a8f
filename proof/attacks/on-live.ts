// Attacks through live connections (WebSockets), through messages, and through the number of requests.
import { setTimeout as sleep } from 'node:timers/promises'
import { roomPath, upgradeRequest } from '#measure/crowd.ts'
import { ATTACKER, type Attack, count, frame, hold, repeat, type Target } from './method.ts'

const PERSON = 30

const opening = (target: Target, person: number) =>
  upgradeRequest(roomPath(target.rooms[0] as number), {
    Cookie: target.people[person]?.cookie as string,
    'X-Forwarded-For': ATTACKER,
  })

/** Far more connections than one person may open, all subscribed to that person's changes. */
export const liveConnections: Attack = async (target, ends, tally) => {
  const room = roomPath(target.rooms[0] as number)
  const open = hold(target, { ends, tally, connections: 400 }, (socket) => {
    socket.resume()
    socket.write(opening(target, PERSON))
  })
  await sleep(500)
  const levels = ['alert', 'show']
  const change = repeat(target, { ends, tally, atOnce: 2 }, (place) => ({
    method: 'PATCH',
    path: `${room}settings/`,
    cookie: target.people[PERSON]?.cookie,
    body: { noise_level: levels[place % 2] },
  }))
  await Promise.all([open, change])
}

/** Sends frames on a live connection, which the server only writes to. */
export const framesSent: Attack = (target, ends, tally) =>
  hold(target, { ends, tally, connections: 1 }, (socket) => {
    socket.resume()
    socket.write(opening(target, PERSON + 1))
    flood(socket, Buffer.concat(Array.from({ length: 500 }, () => frame(1, Buffer.alloc(125, 'a')))), ends)
  })

export const pingsUnread: Attack = (target, ends, tally) =>
  hold(target, { ends, tally, connections: 1 }, (socket) => {
    socket.pause()
    socket.write(opening(target, PERSON + 2))
    flood(socket, Buffer.concat(Array.from({ length: 500 }, () => frame(9, Buffer.alloc(125, 'a')))), ends)
  })

/** Upper bound of the bytes that are sent, even if the server reads them all. */
const MOST_BYTES = 100_000_000

function flood(
  socket: {
    write(bytes: Buffer): boolean
    once(event: 'drain', then: () => void): unknown
    destroyed: boolean
  },
  bytes: Buffer,
  ends: AbortSignal,
) {
  let sent = 0
  const more = () => {
    while (!ends.aborted && !socket.destroyed && sent < MOST_BYTES) {
      sent += bytes.length
      if (socket.write(bytes)) continue
      socket.once('drain', more)
      return
    }
  }
  more()
}

/** One person writes in all rooms at once: the limit counts messages over all rooms. */
export const messagesEverywhere: Attack = async (target, ends, tally) => {
  await repeat(target, { ends, tally, atOnce: 8 }, (place) => ({
    method: 'POST',
    path: `${roomPath(target.rooms[place % target.rooms.length] as number)}send_message/`,
    cookie: target.people[PERSON + 3]?.cookie,
    body: { message: `Nummer ${place}` },
  }))
  count(tally, 'rooms', target.rooms.length)
}

/** Requests of one person that each query the database. */
export const floodOfReads: Attack = (target, ends, tally) =>
  repeat(target, { ends, tally, atOnce: 50 }, (place) => ({
    path: place % 2 === 0 ? `/docs/?per_page=200&page=${place}` : '/openapi.json',
    cookie: target.people[PERSON + 4]?.cookie,
  }))
