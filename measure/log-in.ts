// Login for proofs and measurements: name and password, as the browser's form sends them.
import { type Answer, type Ask, type HttpCall, json } from './ask.ts'

export type Account = { username: string; password: string }
/** The administrator that a real server creates at its first start. */
export const admin: Account = { username: 'admin', password: 'proof-of-everything-7' }

/** Any answer to a login, refusals included. */
export function tryLogIn(
  ask: Ask,
  { username, password }: Account,
  { headers, ...how }: Pick<HttpCall, 'headers' | 'ownConnection'> = {},
): Promise<Answer> {
  const body = JSON.stringify({ username, password })
  return ask({ method: 'POST', path: '/auth/login/', headers: { ...json, ...headers }, body, ...how })
}

export const cookieIn = ({ headers }: Answer) => headers['set-cookie']?.[0]?.split(';')[0]

/** Returns the cookie of a new session. */
export async function logIn(ask: Ask, account = admin): Promise<string> {
  const answer = await tryLogIn(ask, account)
  const cookie = cookieIn(answer)
  if (answer.status !== 200 || !cookie)
    throw new Error(`${account.username} is not let in: ${answer.status} ${answer.text}`)
  return cookie
}
