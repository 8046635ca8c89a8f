// Attacks that cost CPU time of the server.
import sharp from 'sharp'
import { roomPath } from '#measure/crowd.ts'
import { type Attack, repeat } from './method.ts'

const PERSON = 10

/** Logins with wrong passwords, each with a new username and a new address of one network. */
export const guesses: Attack = (target, ends, tally) =>
  repeat(target, { ends, tally, atOnce: 40 }, (place) => ({
    method: 'POST',
    path: '/auth/login/',
    headers: { 'x-forwarded-for': `2001:db8:1:1::${(place + 1).toString(16)}` },
    body: { username: `niemand-${place}`, password: 'ganz-sicher-falsch' },
  }))

export const searches: Attack = (target, ends, tally) =>
  repeat(target, { ends, tally, atOnce: 12 }, () => ({
    path: `/chat/direct/users/?filter=${encodeURIComponent('a '.repeat(99).trim())}`,
    cookie: target.people[PERSON]?.cookie,
  }))

/** The caller is an administrator, since only they can save. */
export const tags: Attack = (target, ends, tally) =>
  repeat(target, { ends, tally, atOnce: 3 }, () => ({
    method: 'PATCH',
    path: `/docs/${target.doc}/`,
    cookie: target.admin,
    headers: { 'if-match': '-'.repeat(14_000) },
    body: { content: { type: 'process' } },
  }))

/** An image of 40 megapixels. */
export async function drawLarge() {
  const blank = sharp({ create: { width: 8_000, height: 4_999, channels: 3, background: 'teal' } })
  large = `data:image/png;base64,${(await blank.png().toBuffer()).toString('base64')}`
}
let large = ''

/** All have the same `client_key`, so that only one message is stored. */
export const images: Attack = async (target, ends, tally) => {
  const image = large
  await repeat(target, { ends, tally, atOnce: 4 }, () => ({
    method: 'POST',
    path: `${roomPath(target.rooms[0] as number)}send_message/`,
    cookie: target.people[PERSON + 1]?.cookie,
    body: { message: '', image, client_key: 'immer-das-gleiche' },
  }))
}

export const hardPdf: Attack = (target, ends, tally) =>
  repeat(target, { ends, tally, atOnce: 5 }, (place) => ({
    path: `/docs/${target.hardDoc}.pdf`,
    cookie: target.people[PERSON + 2 + (place % 5)]?.cookie,
  }))

export const exportsAtOnce: Attack = (target, ends, tally) =>
  repeat(target, { ends, tally, atOnce: 20 }, (place) => ({
    path: `/docs/${target.doc}.pdf`,
    cookie: target.people[PERSON + 10 + (place % 5)]?.cookie,
  }))
