// The calls of an open app, as specified: who is signed in every 10 s, both lists of chats and one more list
// every 5 s, the live connection of a room of 50 people, and a message a minute.
import { roomPath } from '#measure/crowd.ts'

export type Person = {
  cookie: string
  /** Client address that the proxy sends (X-Forwarded-For). */
  address: string
  /** Id of the open room. */
  room: number
}
export const kinds = ['current', 'groups', 'direct', 'docs', 'send'] as const
export type Kind = (typeof kinds)[number]
/** Time between two calls of a person, by kind, in ms. */
export type Pace = Partial<Record<Kind, number>>

export const usualPace: Record<Kind, number> = {
  current: 10_000,
  groups: 5_000,
  direct: 5_000,
  docs: 5_000,
  send: 60_000,
}
export const roomOf50 = 50
const LINES = 'Der Bus steht hinten am Tor, wer fährt mit?'

const paths: Record<Exclude<Kind, 'send'>, string> = {
  current: '/users/current/',
  groups: '/chat/groups/?show_hidden=false',
  direct: '/chat/direct/?show_hidden=false',
  docs: '/docs/?page=0&filter=&order_by=%2Bname&filter_status=',
}

/**
 * A request as text. `said`: number of the message, by which listeners recognise it. `tag`: ETag that the app
 * has.
 */
export function requestOf(kind: Kind, person: Person, said = 0, tag?: string): string {
  const who = `Host: kontor\r\nX-Forwarded-For: ${person.address}\r\nCookie: ${person.cookie}\r\n`
  const has = tag === undefined ? '' : `If-None-Match: ${tag}\r\n`
  if (kind !== 'send') return `GET ${paths[kind]} HTTP/1.1\r\n${who}${has}\r\n`
  const body = JSON.stringify({
    message: `#${said}# ${LINES}`,
    image: null,
    client_key: `of-the-load-${said}`,
  })
  const about = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  const path = `${roomPath(person.room)}send_message/`
  return `POST ${path} HTTP/1.1\r\n${who}Sec-Fetch-Site: same-origin\r\n${about}\r\n${body}`
}

/** Calls per second of this many people. */
export const callsPerSecond = (people: number, pace: Pace = usualPace) =>
  Object.values(pace).reduce((sum, every) => sum + (people * 1_000) / every, 0)
